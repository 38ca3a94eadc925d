internal import Essentials
internal import ForageCore
internal import JSON

extension ReplayBundle {
    init(_ content: JSONValue, in document: JSONDocument) throws(BundleProblem) {
        version = try content.text("forage")
        start = try content.read(content.text("start"), "time") { Date(iso8601: $0) }
        duration = try content.nanoseconds("duration")
        if content["interrupted"].exists {
            interruption = try content.read(content.text("interrupted"), "one who interrupts") {
                Interruption(rawValue: $0)
            }
        }
        question = try Question(content["question"])
        form = Form(
            try content.read(content.text("format"), "format") { OutputFormat(rawValue: $0) },
            fields: content["fields"].string, isStreamed: content["stream"].bool ?? false)
        if content["next"].exists {
            next = Next(
                plain: try content["next"].text("plain"), sealed: try content["next"].text("sealed"))
        }
        let settings = content["settings"]
        guard settings.kind == .object else { throw BundleProblem(content, "\"settings\" is missing") }
        self.settings = String(decoding: document.bytes[settings.byteRange], as: UTF8.self)
        definitions = try content.list("definitions") { (file) throws(BundleProblem) in
            DefinitionFile(path: try file.text("path"), text: try file.text("text"))
        }
        asked = try content.list("asked") { (name) throws(BundleProblem) in
            try name.read(name.string ?? "", "name of a provider") { ProviderID($0) }
        }
        skipped = try content.list("skipped") { (value) throws(BundleProblem) in
            Skipped(provider: try value.provider(), reason: try value.text("reason"))
        }
        arrivals = try content.list("arrivals") { (value) throws(BundleProblem) in
            try Arrival(value, in: document)
        }
        measured = try content.list("measured") { (url) throws(BundleProblem) in
            try url.read(url.string ?? "", "address") { WebURL($0) }
        }
        suggestions = content["suggestions"].elements.compactMap(\.string)
        signatures = Dictionary(
            content["signatures"].elements.map { ($0[0].string ?? "", $0[1].string ?? "") },
            uniquingKeysWith: { first, _ in first })
        exchanges = try content.list("exchanges") { (value) throws(BundleProblem) in try Exchange(value) }
    }
}

extension ReplayBundle.Question {
    fileprivate init(_ value: JSONValue) throws(BundleProblem) {
        if value["item"].exists {
            self = .item(try value.read(value.text("item"), "ID") { ItemID($0) })
            return
        }
        self = .list(try Query(value), try Self.place(value), try Self.extent(value))
    }

    private static func place(_ value: JSONValue) throws(BundleProblem) -> ReplayBundle.Place {
        if let cursor = value["cursor"].string { return .cursor(cursor) }
        return value["page"].exists ? .page(try value.number("page")) : .start
    }

    private static func extent(_ value: JSONValue) throws(BundleProblem) -> ReplayBundle.Extent {
        value["all"].exists ? .all(try value.number("all")) : .window
    }
}

extension Query {
    fileprivate init(_ value: JSONValue) throws(BundleProblem) {
        let limit = try value.number("limit")
        let isStrict = value["strict"].bool ?? false
        let text = value["search"].string
        do throws(QueryFault) {
            if let text {
                try self.init(parsing: text, isStrict: isStrict, limit: limit)
            } else {
                try self.init(browsing: value, isStrict, limit)
            }
        } catch {
            throw BundleProblem(value, "this is not a query")
        }
        isExplained = value["explained"].bool ?? false
    }

    private init(browsing value: JSONValue, _ isStrict: Bool, _ limit: Int) throws(QueryFault) {
        // The language has no query without a word, and this one nobody leaves out.
        let filtered = try Query(parsing: "🦉 \(value["filters"].string ?? "")")
        try self.init(
            browsing: Browse(
                day: value["browse"].string.flatMap { CalendarDay($0) }, filters: filtered.filters),
            providers: filtered.providers, isStrict: isStrict, limit: limit)
    }
}

extension Arrival {
    fileprivate init(_ value: JSONValue, in document: JSONDocument) throws(BundleProblem) {
        provider = try value.provider()
        duration = try value.nanoseconds("duration")
        switch try value.text("ending") {
        case "answered": ending = .answered
        case "late": ending = .late
        case "cancelled": ending = .cancelled
        case "brought":
            ending = .brought(try SourceAnswer(value["answer"], of: provider, in: document))
        case let word: throw BundleProblem(value, "\"\(word.onOneLine)\" is not a way to end")
        }
    }
}
