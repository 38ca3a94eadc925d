internal import ForageCore
internal import JSON

extension Definition.Text {
    /// Returns the description of the provider. The form of the definition is already checked.
    func info() throws(DefinitionError) -> ProviderInfo {
        let json = root["about"]
        guard let id = ProviderID(json["id"].string ?? ""), let site = json["site"].webURL else {
            throw fault(json, "\"id\" and \"site\" are missing here")
        }
        let keys = json["keys"].elements.compactMap { key in
            key["page"].webURL.map {
                KeySpec(
                    key["name"].string ?? "", variable: key["variable"].string ?? "",
                    isRequired: key["required"].bool ?? true, page: $0)
            }
        }
        let hosts = try hosts(json["hosts"], carryKeys: !keys.isEmpty)
        try checkKeys(json["keys"], of: id)
        var info = ProviderInfo(
            id: id, name: json["name"].string ?? "", summary: json["summary"].string ?? "", site: site,
            kinds: Set(json["kinds"].elements.compactMap { $0.string.flatMap(Kind.init) }),
            origins: hosts, capabilities: capabilities, terms: terms(json["terms"]), keys: keys)
        info.groups = json["groups"].elements.compactMap(\.string)
        info.caution = json["caution"].string
        info.pictures = json["pictures"].elements.compactMap(\.string).compactMap { text in
            PicturePattern(text).map { PictureAddresses(at: $0.host, name: $0.name) }
        }
        info.token = try token(json["token"], of: info)
        try checkOptionalKeys(json["keys"], of: info)
        return info
    }

    private func hosts(_ list: JSONValue, carryKeys: Bool) throws(DefinitionError) -> [WebURL] {
        var hosts: [WebURL] = []
        var problems: [ConfigurationProblem] = []
        for json in list.elements {
            guard let host = json.webURL else { continue }
            hosts.append(host)
            if !host.origin.hasPublicName {
                let message = "is an IP address or a name in a local network; use a public host name"
                problems.append(fault(json, "\(host.origin) \(message)").problem)
            } else if !host.isSecure, carryKeys {
                problems.append(
                    fault(json, "keys would be sent to \(host.origin) unencrypted; use https").problem)
            }
        }
        guard problems.isEmpty else { throw DefinitionError(problems) }
        return hosts
    }

    /// Checks that keys have different names, and none has the name of a setting that every provider has.
    private func checkKeys(_ keys: JSONValue, of id: ProviderID) throws(DefinitionError) {
        var met = Set(SettingSpec.commonKeys.map { $0.lowercased() })
        var problems: [ConfigurationProblem] = []
        for key in keys.elements {
            let name = key["name"].string ?? ""
            if !met.insert(name.lowercased()).inserted {
                let message = "\(name.quoted) is already the name of a setting; choose another name"
                problems.append(fault(key["name"], message).problem)
            }
            // Otherwise an untrusted definition could send any environment variable to its own host.
            let start =
                KeySpec.definedVariablePrefix
                + id.name.uppercased().split(separator: "-").joined(separator: "_")
            if key["variable"].string.map({ "\($0)_".hasPrefix("\(start)_") }) != true {
                let message = "the names of variables for \(id) must start with \(start.quoted)"
                problems.append(fault(key["variable"], message).problem)
            }
        }
        guard problems.isEmpty else { throw DefinitionError(problems) }
    }

    /// The capabilities that result from the described requests, or that the definition states for its program.
    private var capabilities: Capabilities {
        let program = root["program"]
        let requests = ["search", "browse", "day", "details"].filter { root[$0].kind == .object }
        let answers = program.exists ? program["answers"].elements.compactMap(\.string) : requests
        let endpoint = root[requests.contains("search") ? "search" : "browse"]
        let filters =
            program["filters"].elements.compactMap(\.string) + endpoint["filters"].members.map(\.key)
        let orders =
            program["orders"].elements.compactMap(\.string) + root["search"]["orders"].members.map(\.key)
        var capabilities = Capabilities(
            searches: answers.contains("search"), browses: answers.contains("browse"),
            browsesDays: answers.contains("day") || answers.contains("days"),
            details: answers.contains("details")
                ? .request : answers.contains("browse") ? .listing : .never,
            pages: program["pages"].bool ?? (root["paging"].kind == .object),
            filters: Set(filters.compactMap(Filter.Name.init(rawValue:))),
            orders: Set([.relevance] + orders.compactMap(Order.init(rawValue:))))
        capabilities.findsFiles = root["file"].kind == .object
        capabilities.longestText = root["search"]["longest"].int
        return capabilities
    }

    private func terms(_ json: JSONValue) -> Terms {
        let line = json["line"]
        let cache = json["cache"]
        return Terms(
            serviceLine: line["url"].webURL.map { NamedLink(line["name"].string ?? "", $0) },
            requiresHotlinking: json["hotlink"].bool ?? false,
            pictureOrigins: json["pictures"].elements.compactMap(\.webURL),
            greatestPageSize: json["pageSize"].int ?? 30,
            limits: RequestLimits(in: json),
            caching: CachingTerms(
                defaultAge: cache["usual"].int.map { .seconds($0) },
                leastAge: cache["least"].int.map { .seconds($0) },
                greatestAge: cache["most"].int.map { .seconds($0) }),
            url: json["url"].webURL)
    }
}

extension Definition.Text {
    /// Returns the token that two of the keys are exchanged for; nil if there is none.
    func token(_ json: JSONValue, of info: ProviderInfo) throws(DefinitionError) -> TokenSpec? {
        guard let url = json["url"].webURL else { return nil }
        guard info.origins.contains(url.origin) else {
            throw fault(
                json["url"], "\(url.origin) is not listed in \"hosts\"; add it there if it is correct")
        }
        for name in [json["id"], json["secret"]]
        where !info.keys.contains(where: { $0.name == name.string }) {
            throw fault(name, "no key of this name is listed in \"keys\"")
        }
        guard json["id"].string != json["secret"].string else {
            throw fault(json["secret"], "\"id\" and \"secret\" must be different keys")
        }
        var limits = RequestLimits(in: json)
        limits.quota?.isOfToken = true
        return TokenSpec(
            url, id: json["id"].string ?? "", secret: json["secret"].string ?? "", limits: limits)
    }

    /// Checks that every key is required, because a request cannot be sent without its keys. Keys for a token may be
    /// optional.
    func checkOptionalKeys(_ keys: JSONValue, of info: ProviderInfo) throws(DefinitionError) {
        for key in keys.elements where key["required"].bool == false {
            guard let name = key["name"].string, info.token?.keyNames.contains(name) != true else {
                continue
            }
            throw fault(key["required"], "only a key for the token can be optional")
        }
    }
}

extension RequestLimits {
    /// Creates the limits that the members "quota" and "pace" of an object state.
    init(in json: JSONValue) {
        let quota = json["quota"]["requests"].int.flatMap { requests in
            json["quota"]["seconds"].int.map { Quota(requests, per: .seconds($0)) }
        }
        let pace = json["pace"]["perSecond"].double.flatMap { perSecond in
            json["pace"]["burst"].int.map { Pace(perSecond: perSecond, burst: $0) }
        }
        self.init(quota: quota, pace: pace ?? RequestLimits().pace)
    }
}
