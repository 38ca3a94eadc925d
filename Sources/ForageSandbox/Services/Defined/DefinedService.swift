internal import HTTPServer
internal import JSON

/// A service that answers with the samples of its definition.
///
/// A search finds the samples' items if all its words are among the samples' words. Each of these items is also available
/// by its id. What the samples do not say is not made up: other pages are empty, and other ids are unknown.
struct DefinedService: Sendable {
    let hosts: [String]
    private let root: JSONValue
    private let endpoints: [DefinedEndpoint]

    init(_ definition: JSONValue) {
        root = definition
        hosts = definition["about"]["hosts"].elements.compactMap(\.string)
            .compactMap { DefinedAddress($0 + "/")?.host }
        let found = DefinedEndpoint.Kind.allCases.compactMap { DefinedEndpoint($0, in: definition) }
        // A template such as /items/{id} also matches the path of /items/search.
        endpoints = found.filter { !$0.hasNamesInAddress } + found.filter(\.hasNamesInAddress)
    }

    /// Returns the answer to a request; nil if the definition has no such request.
    func answer(to request: SandboxRequest) -> HTTPServerResponse? {
        if let sample = linkedSample(request) { return response(sample) }
        for endpoint in endpoints {
            guard let values = endpoint.values(in: request) else { continue }
            if !endpoint.keys.allSatisfy({ values[$0] != nil }) {
                return refusal(401) { $0["request"]["details"].isMissing }
            }
            switch endpoint.kind {
            case .details: return details(of: values["id"])
            case .day: return list(values) { $0["browse"].string == values["day"] }
            case .browse: return list(values) { $0["browse"].string == "latest" }
            case .search:
                let words = Self.words(values["text"])
                return list(values) {
                    !words.isEmpty && words.isSubset(of: Self.words($0["search"].string))
                }
            }
        }
        return nil
    }

    /// Returns the sample of the further page at an address that the service itself states.
    private func linkedSample(_ request: SandboxRequest) -> JSONValue? {
        guard root["paging"]["by"].string == "link" else { return nil }
        let address = DefinedAddress(request).text
        return root["samples"].elements.first {
            $0["request"]["page"].string.flatMap(DefinedAddress.init)?.text == address
        }
    }

    private func details(of id: String?) -> HTTPServerResponse {
        let answers = root["samples"].elements.filter { $0["failure"].isMissing }
        if let sample = answers.first(where: { $0["request"]["details"].string == id }) {
            return response(sample)
        }
        let followers = answers.lazy.flatMap { $0["following"].elements }
        if let id, let body = followers.first(where: { isItem($0, id) }) {
            return .json(JSONText(text: JSONWriter.text { $0.value(body) }))
        }
        return listed(id, in: answers).map { .json($0) }
            ?? refusal(404) { $0["request"]["details"].exists }
    }

    /// Indicates whether an answer for a single item has this ID, or an address that ends with it.
    private func isItem(_ body: JSONValue, _ id: String) -> Bool {
        let value = root["item"]["id"]
        guard let place = (value.string ?? value["at"].string).flatMap(JSONPointer.init),
            let record = root["details"]["record"].string.flatMap(JSONPointer.init)
        else { return false }
        return body[record][place].asText.map { $0 == id || $0.hasSuffix("/" + id) } ?? false
    }

    /// Returns an item of the samples' lists in the form in which single items are returned.
    private func listed(_ id: String?, in answers: [JSONValue]) -> JSONText? {
        guard let idPlace = root["item"]["id"].string.flatMap(JSONPointer.init),
            let list = (root["items"].string ?? root["items"][0].string).flatMap(JSONPointer.init)
        else { return nil }
        let items = answers.lazy.flatMap { $0["body"][list].elements }
        guard let item = items.first(where: { $0[idPlace].asText == id }) else { return nil }
        let text = JSONWriter.text { $0.value(item) }
        let single = root["details"]["record"].string.flatMap(JSONPointer.init)
        let body = (single ?? list).tokens.reversed().reduce(single == nil ? "[\(text)]" : text) {
            "{\($1.json.text):\($0)}"
        }
        return JSONText(text: body)
    }

    /// Returns the page of a list for which there is a sample, or else the answer that nothing was found.
    private func list(
        _ values: [String: String], where matches: (JSONValue) -> Bool
    ) -> HTTPServerResponse {
        let answers = root["samples"].elements.filter { $0["failure"].isMissing }
        let sample = answers.first {
            matches($0["request"]) && isPage($0["request"]["page"], values)
        }
        let nothing = answers.first { $0["request"]["search"].exists && $0["items"].isEmpty }
        return (sample ?? nothing).map { response($0) } ?? refusal(404) { $0["request"]["browse"].exists }
    }

    private func isPage(_ page: JSONValue, _ values: [String: String]) -> Bool {
        let asked = values["page"] ?? values["offset"] ?? values["cursor"]
        let paging = root["paging"]
        switch paging["by"].string {
        case "link": return page.isMissing
        case let manner:
            let first = paging["first"].int ?? (manner == "page" ? 1 : 0)
            return page.string ?? "\(first)" == asked ?? "\(first)"
        }
    }

    /// Returns the first of some refusals in the words of the service, with a status.
    private func refusal(_ status: Int, where matches: (JSONValue) -> Bool) -> HTTPServerResponse {
        root["samples"].elements.first { $0["failure"].exists && matches($0) }
            .map { response($0, status: status) } ?? .json("{}", status: status)
    }

    private func response(_ sample: JSONValue, status: Int = 200) -> HTTPServerResponse {
        var headers: HTTPFields = [:]
        for field in sample["headers"].members { headers[field.key] = field.value.string }
        guard root["format"].exists else {
            let body = JSONWriter.text { $0.value(sample["body"]) }
            return .json(JSONText(text: body), status: status, headers)
        }
        let lines = sample["body"].elements.compactMap(\.string).joined(separator: "\n")
        return HTTPServerResponse(
            status: status, headers: ["Content-Type": "application/rss+xml; charset=utf-8"],
            body: .bytes(Array(lines.utf8))
        ).with(headers)
    }

    private static func words(_ text: String?) -> Set<Substring> {
        Set((text ?? "").lowercased().split { !$0.isLetter && !$0.isNumber })
    }
}

extension JSONValue {
    /// The text or the number as it is written.
    fileprivate var asText: String? { string ?? numberAsWritten }
}

/// A request of a definition, as a template such as `https://HOST/items/{id}`.
struct DefinedEndpoint: Sendable {
    /// The kinds, with the most specific first: a request without words is also a request for the latest items.
    enum Kind: String, CaseIterable { case details, day, search, browse }

    let kind: Kind
    /// The names of the keys in the templates, such as `key.apiKey`.
    let keys: Set<String>
    var hasNamesInAddress: Bool { address.contains("{") }
    private let address: String
    private let query: [(name: String, template: String)]
    private let headers: [(name: String, template: String)]

    init?(_ kind: Kind, in definition: JSONValue) {
        let root = definition[kind.rawValue]
        // Settings have their usual values.
        let settings = definition["about"]["settings"].elements
        let url = settings.reduce(root["url"].string) { url, setting in
            let value = setting["default"].string ?? ""
            return url?.replacing("{setting.\(setting["name"].string ?? "")}", with: value)
        }
        guard let url, let scheme = url.firstRange(of: "://") else { return nil }
        self.kind = kind
        address = String(url[scheme.upperBound...])
        query = root["query"].members.compactMap { item in item.value.string.map { (item.key, $0) } }
        headers = root["headers"].members.compactMap { item in item.value.string.map { (item.key, $0) } }
        let templates = query.map(\.template) + headers.map(\.template)
        let names = templates.flatMap { $0.split(separator: "{").map { $0.prefix { $0 != "}" } } }
        let needed = definition["about"]["keys"].elements.filter { $0["required"].bool != false }
            .compactMap { $0["name"].string }.map { "key.\($0)" }
        keys = Set(needed).intersection(names.map(String.init))
    }

    /// Returns the values of the templates' names in a request; nil if it is another request.
    func values(in request: SandboxRequest) -> [String: String]? {
        guard var values = Self.values(in: request.host + request.path, by: address) else { return nil }
        for (name, template) in query {
            let texts = request.query.filter { $0.name == name }.map(\.value)
            guard let found = texts.lazy.compactMap({ Self.values(in: $0, by: template) }).first else {
                if template.contains("{") { continue }
                return nil
            }
            values.merge(found) { $1 }
        }
        for (name, template) in headers {
            values.merge(request.headers[name].flatMap { Self.values(in: $0, by: template) } ?? [:]) { $1 }
        }
        let needed: String? =
            switch kind {
            case .details: "id"
            case .day: "day"
            case .search: "text"
            case .browse: nil
            }
        return needed.map { values[$0] == nil } == true ? nil : values
    }

    /// Returns the parts of a text that stand for the names in a template; nil if the text does not match.
    static func values(in text: String, by template: String) -> [String: String]? {
        let parts = template.split(separator: "{", omittingEmptySubsequences: false)
        guard let head = parts.first, text.hasPrefix(head) else { return nil }
        var rest = text.dropFirst(head.count)
        var values: [String: String] = [:]
        for part in parts.dropFirst() {
            let name = part.prefix { $0 != "}" }
            let literal = part.dropFirst(name.count + 1)
            let end = literal.isEmpty ? rest.endIndex : rest.firstRange(of: literal)?.lowerBound
            guard let end, end > rest.startIndex else { return nil }
            values[String(name)] = String(rest[..<end])
            rest = rest[end...].dropFirst(literal.count)
        }
        return rest.isEmpty ? values : nil
    }
}
