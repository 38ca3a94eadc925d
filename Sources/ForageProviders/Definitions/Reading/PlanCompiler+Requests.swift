internal import ForageCore
internal import JSON

extension PlanCompiler {
    /// Compiles the plan of a request; returns nil if the request is not described.
    func endpoint(
        _ json: JSONValue, places: [RequestTemplate.Place]
    ) throws(DefinitionError) -> EndpointPlan? {
        guard json.kind == .object else { return nil }
        let address = try address(json["url"], places: places)
        let query = try fields(json["query"], places: places)
        let body = json["body"].exists && !json["body"].isNull ? try body(json["body"], places: places) : nil
        let used = Set(query.flatMap(\.value.places) + address.places + (body?.places ?? []))
        let pages = places.filter(\.isOfPage)
        let plan = EndpointPlan(
            address: address, query: query,
            headers: try headers(json["headers"]), body: body, filters: try filters(json["filters"]),
            orders: try orders(json["orders"], places: places), items: try records(json),
            isPaged: pages.isEmpty || !used.isDisjoint(with: pages))
        let needed = places.filter { $0 != .size && (!$0.isOfPage || !places.contains(.day)) }
        let isWhole = query.count == json["query"].count
        if isWhole, let unused = needed.first(where: { !used.contains($0) }) {
            throw text.fault(
                json, "the request has no {\(unused.rawValue)}, so every answer would be the same")
        }
        return plan
    }

    private func address(
        _ json: JSONValue, places: [RequestTemplate.Place]
    ) throws(DefinitionError) -> RequestTemplate {
        let address = try template(json, places: places, isAddress: true)
        guard !address.namesKey else {
            throw text.fault(json, "put the key in \"query\" or \"headers\", where it is never shown")
        }
        guard json.string?.contains("#") != true else {
            throw text.fault(json, "text after a # is never sent; leave it out, or write %23")
        }
        // Placeholders may change the path, but not the host.
        guard let start = WebURL(address.start), address.start.utf8.dropFirst(8).contains(UInt8(ascii: "/"))
        else {
            throw text.fault(json, "expected an address with its host written out, found \(json.inWords)")
        }
        guard info.origins.contains(start.origin) else {
            throw text.fault(
                json, "\(start.origin) is not listed in \"hosts\"; add it there if it is correct")
        }
        return address
    }

    private func fields(
        _ json: JSONValue, places: [RequestTemplate.Place], areHeaders: Bool = false
    ) throws(DefinitionError) -> [EndpointPlan.Field] {
        var fields: [EndpointPlan.Field] = []
        for member in json.members {
            let value = noting { () throws(DefinitionError) in
                try template(member.value, places: places, isOfHeader: areHeaders)
            }
            if let value { fields.append(EndpointPlan.Field(name: member.key, value: value)) }
        }
        return fields
    }

    /// Compiles headers. They contain no user input, because a line break would end a header.
    private func headers(_ json: JSONValue) throws(DefinitionError) -> [EndpointPlan.Field] {
        var met: Set<String> = []
        for member in json.members {
            let field = Endpoint.Field(name: member.key, value: [.text(member.value.string ?? "")])
            let isTwin = !met.insert(member.key.lowercased()).inserted
            let isOfToken = info.token != nil && member.key.lowercased() == "authorization"
            let fault =
                field.headerFault ?? (isTwin ? "\(member.key.quoted) is given twice" : nil)
                ?? (isOfToken ? "\(member.key.quoted) is reserved for the token; leave it out" : nil)
            if let fault { note(text.fault(member.keyRange.lowerBound, fault)) }
        }
        return try fields(json, places: [], areHeaders: true)
    }

    private func template(
        _ json: JSONValue, places: [RequestTemplate.Place], isAddress: Bool = false,
        isOfHeader: Bool = false
    ) throws(DefinitionError) -> RequestTemplate {
        let written = try withSettings(json, encoded: isAddress)
        do throws(DocumentError) {
            return try RequestTemplate(
                written, places: places, keys: info.keys.map(\.name), isOfHeader: isOfHeader)
        } catch {
            throw text.fault(json, error.reason)
        }
    }

    /// Compiles the JSON that a request sends.
    private func body(
        _ json: JSONValue, places: [RequestTemplate.Place]
    ) throws(DefinitionError) -> RequestBody {
        switch json.kind {
        case .object:
            var members: [(name: String, value: RequestBody)] = []
            for member in json.members {
                members.append((member.key, try body(member.value, places: places)))
            }
            return .object(members)
        case .array:
            var elements: [RequestBody] = []
            for element in json.elements { elements.append(try body(element, places: places)) }
            return .list(elements)
        case .string:
            let numbers = [RequestTemplate.Place.size, .page, .offset].filter(places.contains)
            if let number = numbers.first(where: { json.string == "{\($0.rawValue)}" }) {
                return .number(number)
            }
            let template = try template(json, places: places)
            guard !template.namesKey else {
                throw text.fault(json, "put the key in \"query\" or \"headers\", where it is never shown")
            }
            return .text(template)
        default: return .literal(String(decoding: text.bytes(of: json), as: UTF8.self))
        }
    }

    private func filters(_ json: JSONValue) throws(DefinitionError) -> [EndpointPlan.FilterPlan] {
        var filters: [EndpointPlan.FilterPlan] = []
        for member in json.members {
            guard let name = Filter.Name(rawValue: member.key), let query = member.value["query"].string
            else { continue }
            let values = try values(member.value, of: name)
            filters.append(EndpointPlan.FilterPlan(name: name, query: query, values: values))
        }
        return filters
    }

    private func values(
        _ json: JSONValue, of name: Filter.Name
    ) throws(DefinitionError) -> EndpointPlan.FilterPlan.Values {
        switch json["as"].string {
        case "day": return .day
        case "seconds": return .seconds
        default:
            let texts = json["values"].members.compactMap { member in
                member.value.string.map { (member.key, $0) }
            }
            let words = Dictionary(texts) { first, _ in first }
            guard name == .licence else { return .words(words) }
            guard !words.isEmpty else {
                throw text.fault(json["values"], "at least one element is needed here")
            }
            return .licences(words, separator: json["separator"].string ?? ",")
        }
    }

    private func orders(
        _ json: JSONValue, places: [RequestTemplate.Place]
    ) throws(DefinitionError) -> [Order: [EndpointPlan.Field]] {
        var orders: [Order: [EndpointPlan.Field]] = [:]
        for member in json.members {
            guard let order = Order(rawValue: member.key) else { continue }
            orders[order] = try fields(member.value, places: places)
        }
        return orders
    }

    // MARK: - Place of the items

    private func records(_ json: JSONValue) throws(DefinitionError) -> [RecordPlace] {
        if json["ids"].exists { return [try ids(json["ids"])] }
        if json["record"].exists { return try alternatives(json["record"]).map { .record($0) } }
        let usual = text.root["items"]
        if let own = [json["items"], usual].first(where: \.exists) {
            return try alternatives(own).map { path in
                .list(path.withoutLastAny, areMembers: path.endsWithAny || text.root["order"].exists)
            }
        }
        guard text.root["format"].string == AnswerFormat.feed.rawValue, let path = AnswerPath("/items") else {
            throw text.fault(text.root, "\"items\", which says where the list of items is, is missing")
        }
        return [.list(path, areMembers: false)]
    }

    /// Compiles a path, or several of which the first that leads to something is used.
    private func alternatives(_ json: JSONValue) throws(DefinitionError) -> [AnswerPath] {
        var paths: [AnswerPath] = []
        for path in json.kind == .array ? Array(json.elements) : [json] { paths.append(try listPath(path)) }
        return paths
    }

    /// Compiles the place of a list of IDs, each of which is looked up by the request for details.
    private func ids(_ json: JSONValue) throws(DefinitionError) -> RecordPlace {
        guard text.root["details"]["record"].exists, text.root["format"].string != "feed" else {
            throw text.fault(
                json,
                "\"ids\" needs \"details\" with a \"record\", which says where the item is in its answer")
        }
        guard json.kind == .object else { return .ids(IDPlace(path: try listPath(json), steps: [])) }
        // Without the IDs there are no items, so no further proof is needed.
        let count = mentions.count
        defer { removeMentions(after: count) }
        guard let plan = try value(json), case .at(let path) = plan.source, plan.conditions.isEmpty else {
            throw text.fault(json, "\"ids\" is a pointer, or an object with \"at\" and \"then\"")
        }
        return .ids(IDPlace(path: path, steps: plan.steps))
    }

    private func listPath(_ json: JSONValue) throws(DefinitionError) -> AnswerPath {
        guard let path = AnswerPath(json.string ?? "") else { throw notAPath(json) }
        return path
    }

    func notAPath(_ json: JSONValue) -> DefinitionError {
        text.fault(json, "expected a JSON Pointer such as \"/data/0/title\", found \(json.inWords)")
    }
}
