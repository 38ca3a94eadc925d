internal import ForageCore
internal import JSON
internal import Platform

extension ReplayBundle {
    init(_ content: JSONValue, in document: JSONDocument) throws(DocumentError) {
        version = try content.text("forage")
        start = try content.read(content.text("start"), "time") { Date(iso8601: $0) }
        duration = try content.nanoseconds("duration")
        if content["interrupted"].exists {
            interruption = try content.read(content.text("interrupted"), "interruption") {
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
        guard settings.kind == .object else { throw DocumentError(content, "\"settings\" is missing") }
        self.settings = String(decoding: document.bytes[settings.byteRange], as: UTF8.self)
        definitions = try content.list("definitions") { (file) throws(DocumentError) in
            DefinitionFile(path: try file.text("path"), text: try file.text("text"))
        }
        asked = try content.list("asked") { (name) throws(DocumentError) in
            try name.read(name.string ?? "", "name of a provider") { ProviderID($0) }
        }
        skipped = try content.list("skipped") { (value) throws(DocumentError) in
            Skipped(
                provider: try value.provider(), reason: try value.text("reason"),
                filters: try value.filterNames("filters"))
        }
        arrivals = try content.list("arrivals") { (value) throws(DocumentError) in
            try Arrival(value, in: document)
        }
        measured = try content.list("measured") { (url) throws(DocumentError) in
            try url.read(url.string ?? "", "address") { WebURL($0) }
        }
        suggestions = content["suggestions"].elements.compactMap(\.string)
        signatures = Dictionary(
            content["signatures"].elements.map { ($0[0].string ?? "", $0[1].string ?? "") },
            uniquingKeysWith: { first, _ in first })
        exchanges = try content.list("exchanges") { (value) throws(DocumentError) in try Exchange(value) }
    }
}

extension JSONWriter {
    mutating func bundle(_ bundle: ReplayBundle) {
        object { writer in
            writer.member("forage", bundle.version)
            writer.member("start", bundle.start.iso8601)
            writer.member("duration", bundle.duration)
            writer.member("interrupted", bundle.interruption?.rawValue)
            writer.member("question", bundle.question) { $0.question($1) }
            writer.member("format", bundle.form.format.rawValue)
            writer.member("fields", bundle.form.fields)
            if bundle.form.isStreamed { writer.member("stream", true) { $0.bool($1) } }
            writer.member("next", bundle.next) { writer, next in
                writer.object { writer in
                    writer.member("plain", next.plain)
                    writer.member("sealed", next.sealed)
                }
            }
            writer.member("settings", try? JSONDocument(Array(bundle.settings.utf8)).root) { $0.value($1) }
            writer.member("definitions", list: bundle.definitions) { $0.definition($1) }
            writer.member("asked", list: bundle.asked) { $0.string($1.name) }
            writer.member("skipped", list: bundle.skipped) { $0.skipped($1) }
            writer.member("arrivals", list: bundle.arrivals) { $0.arrival($1) }
            writer.member("measured", list: bundle.measured) { $0.string($1.text) }
            writer.member("suggestions", list: bundle.suggestions) { $0.string($1) }
            writer.member("signatures", list: bundle.signatures.sorted { $0.key < $1.key }) { writer, entry in
                writer.array { writer in
                    writer.string(entry.key)
                    writer.string(entry.value)
                }
            }
            writer.member("exchanges", list: bundle.exchanges) { $0.exchange($1) }
        }
    }

    private mutating func question(_ question: ReplayBundle.Question) {
        object { writer in
            switch question {
            case .item(let id): writer.member("item", id.description)
            case .list(let query, let place, let extent):
                writer.query(query)
                switch extent {
                case .window: break
                case .all(let count): writer.member("all", count)
                }
                switch place {
                case .start: break
                case .cursor(let cursor): writer.member("cursor", cursor)
                case .page(let number): writer.member("page", number)
                }
            }
        }
    }

    private mutating func query(_ query: Query) {
        if let browse = query.browse {
            member("browse", browse.day?.description ?? "latest")
            member("filters", query.description)
        } else {
            member("search", query.description)
        }
        member("limit", query.limit)
        if query.isStrict { member("strict", true) { $0.bool($1) } }
        if query.isExplained { member("explained", true) { $0.bool($1) } }
    }

    private mutating func definition(_ file: DefinitionFile) {
        object { writer in
            writer.member("path", file.path)
            writer.member("text", file.text)
        }
    }

    private mutating func skipped(_ skipped: ReplayBundle.Skipped) {
        object { writer in
            writer.member("provider", skipped.provider.name)
            writer.member("reason", skipped.reason)
            writer.member("filters", list: skipped.filters) { $0.string($1.rawValue) }
        }
    }

    private mutating func arrival(_ arrival: Arrival) {
        object { writer in
            writer.member("provider", arrival.provider.name)
            writer.member("duration", arrival.duration)
            switch arrival.ending {
            case .answered: writer.member("ending", "answered")
            case .late: writer.member("ending", "late")
            case .cancelled: writer.member("ending", "cancelled")
            case .brought(let answer):
                writer.member("ending", "brought")
                writer.member("answer", answer) { $0.answer($1) }
            }
        }
    }
}

extension JSONValue {
    /// Returns a required text.
    func text(_ key: String) throws(DocumentError) -> String {
        guard let text = self[key].string else { throw DocumentError(self, "the text \"\(key)\" is missing") }
        return text
    }

    /// Returns a required integer.
    func number(_ key: String) throws(DocumentError) -> Int {
        guard let number = self[key].int else {
            throw DocumentError(self, "the number \"\(key)\" is missing")
        }
        return number
    }

    func nanoseconds(_ key: String) throws(DocumentError) -> Duration { .nanoseconds(try number(key)) }

    func provider(_ key: String = "provider") throws(DocumentError) -> ProviderID {
        try read(text(key), "name of a provider") { ProviderID($0) }
    }

    func url(_ key: String) throws(DocumentError) -> WebURL {
        try read(text(key), "address") { WebURL($0) }
    }

    /// Converts a text to a value.
    func read<Value>(
        _ text: String, _ noun: String, _ read: (String) -> Value?
    ) throws(DocumentError) -> Value {
        guard let value = read(text) else {
            throw DocumentError(self, "\"\(text.onOneLine.prefix(60))\" is not a known \(noun)")
        }
        return value
    }

    func list<Value>(
        _ key: String, _ read: (JSONValue) throws(DocumentError) -> Value
    ) throws(DocumentError) -> [Value] {
        var values: [Value] = []
        for element in self[key].elements { values.append(try read(element)) }
        return values
    }
}

extension JSONWriter {
    /// Writes a duration in nanoseconds, the resolution of the clocks.
    mutating func member(_ key: String, _ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        member(key, Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}

extension ReplayBundle.Question {
    fileprivate init(_ value: JSONValue) throws(DocumentError) {
        if value["item"].exists {
            self = .item(try value.read(value.text("item"), "ID") { ItemID($0) })
            return
        }
        self = .list(try Query(value), try Self.place(value), try Self.extent(value))
    }

    private static func place(_ value: JSONValue) throws(DocumentError) -> ReplayBundle.Place {
        if let cursor = value["cursor"].string { return .cursor(cursor) }
        return value["page"].exists ? .page(try value.number("page")) : .start
    }

    private static func extent(_ value: JSONValue) throws(DocumentError) -> ReplayBundle.Extent {
        value["all"].exists ? .all(try value.number("all")) : .window
    }
}

extension Query {
    fileprivate init(_ value: JSONValue) throws(DocumentError) {
        let limit = try value.number("limit")
        let isStrict = value["strict"].bool ?? false
        let text = value["search"].string
        do throws(QueryError) {
            if let text {
                try self.init(parsing: text, isStrict: isStrict, limit: limit)
            } else {
                try self.init(browsing: value, isStrict, limit)
            }
        } catch {
            throw DocumentError(value, "this is not a valid query")
        }
        isExplained = value["explained"].bool ?? false
    }

    private init(browsing value: JSONValue, _ isStrict: Bool, _ limit: Int) throws(QueryError) {
        // The query language requires a word, and this one is discarded afterwards.
        let filtered = try Query(parsing: "🦉 \(value["filters"].string ?? "")")
        try self.init(
            browsing: Browse(
                day: value["browse"].string.flatMap { CalendarDay($0) }, filters: filtered.filters),
            providers: filtered.providers, isStrict: isStrict, limit: limit)
    }
}

extension Arrival {
    fileprivate init(_ value: JSONValue, in document: JSONDocument) throws(DocumentError) {
        provider = try value.provider()
        duration = try value.nanoseconds("duration")
        switch try value.text("ending") {
        case "answered": ending = .answered
        case "late": ending = .late
        case "cancelled": ending = .cancelled
        case "brought":
            ending = .brought(try SourceAnswer(value["answer"], of: provider, in: document))
        case let word: throw DocumentError(value, "\"\(word.onOneLine)\" is not a known ending")
        }
    }
}
