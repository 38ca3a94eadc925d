internal import ForageCore
internal import ForageStorage
internal import JSON
internal import Platform

extension SourceAnswer {
    init(_ value: JSONValue, of provider: ProviderID, in document: JSONDocument) throws(DocumentError) {
        let told = value["outcome"]
        var outcome = Outcome(provider, try Outcome.Result(told))
        if told["origin"].exists { outcome.origin = try Outcome.Origin(told["origin"]) }
        outcome.notes = try told.list("notes") { (note) throws(DocumentError) in try Outcome.Note(note) }
        self.init(outcome: outcome)
        items = try value.list("items") { (item) throws(DocumentError) in
            let id = try item.read(item.text("id"), "ID") { ItemID($0) }
            let bytes = Array(document.bytes[item["item"].byteRange])
            guard let item = Item(id: id, document: bytes) else {
                throw DocumentError(item, "this item is not valid")
            }
            return item
        }
        related = RelatedQueries(value["related"].elements.compactMap(\.string))
        next = value["next"].string
        total = value["total"].int
        isCutOff = value["cutOff"].bool ?? false
        if value["honoured"].exists {
            honoured = Set(try value.filterNames("honoured"))
        }
    }
}

extension JSONWriter {
    mutating func answer(_ answer: SourceAnswer) {
        object { writer in
            writer.member("outcome", answer.outcome) { $0.outcome($1) }
            writer.member("honoured", answer.honoured) { writer, names in
                writer.array { writer in names.sorted().forEach { writer.string($0.rawValue) } }
            }
            writer.member("next", answer.next)
            writer.member("total", answer.total)
            if answer.isCutOff { writer.member("cutOff", true) { $0.bool($1) } }
            writer.member("items", list: answer.items) { $0.item($1) }
            writer.member("related", list: answer.related.texts) { $0.string($1) }
        }
    }

    private mutating func item(_ item: Item) {
        object { writer in
            writer.member("id", item.id.description)
            writer.member("item", try? JSONDocument(item.document).root) { $0.value($1) }
        }
    }

    private mutating func outcome(_ outcome: Outcome) {
        object { writer in
            writer.result(outcome.result)
            writer.member("origin", outcome.origin) { $0.origin($1) }
            writer.member("notes", list: outcome.notes) { $0.note($1) }
        }
    }

    private mutating func result(_ result: Outcome.Result) {
        switch result {
        case .answered(let count): member("answered", count)
        case .empty: member("empty", "")
        case .skipped(let reason): member("skipped", reason)
        case .throttled(let time, let reason):
            member("throttled", reason)
            member("until", time) { $0.time($1) }
        case .denied(let reason): member("denied", reason)
        case .timedOut(let reason): member("timedOut", reason)
        case .failed(let reason): member("failed", reason)
        case .drift(let reason): member("drift", reason)
        case .cancelled: member("cancelled", "")
        }
    }

    private mutating func note(_ note: Outcome.Note) {
        object { writer in
            switch note {
            case .unsupported(let name): writer.member("unsupported", name.rawValue)
            case .unstated(let name, let count):
                writer.member("unstated", name.rawValue)
                writer.member("count", count)
            case .unsupportedOrder(let order): writer.member("unsupportedOrder", order.rawValue)
            case .unsupportedDay: writer.member("unsupportedDay", "")
            case .drift(let drift):
                writer.member("drift", drift.path)
                writer.member("count", drift.count)
                writer.member("total", drift.total)
            case .shortened(let count):
                writer.member("shortened", "")
                writer.member("count", count)
            case .incomplete(let reason): writer.member("incomplete", reason)
            case .unmeasured(let count, let reason):
                writer.member("unmeasured", reason)
                writer.member("count", count)
            case .unconverted(let reason): writer.member("unconverted", reason)
            }
        }
    }
}

extension JSONValue {
    /// The names of filters in a list, which may be missing.
    func filterNames(_ name: String) throws(DocumentError) -> [Filter.Name] {
        try list(name) { (name) throws(DocumentError) in try name.filterName(name.string) }
    }

    fileprivate func filterName(_ text: String?) throws(DocumentError) -> Filter.Name {
        try read(text ?? "", "filter") { Filter.Name(rawValue: $0) }
    }
}

extension Outcome.Result {
    fileprivate init(_ value: JSONValue) throws(DocumentError) {
        if let count = value["answered"].int {
            self = .answered(count)
            return
        }
        let names = ["empty", "skipped", "throttled", "denied", "timedOut", "failed", "drift", "cancelled"]
        guard let name = names.first(where: { value[$0].exists }) else {
            throw DocumentError(value, "the result is missing")
        }
        let reason = try value.text(name)
        switch name {
        case "empty": self = .empty
        case "skipped": self = .skipped(reason)
        case "throttled":
            self = .throttled(
                until: value["until"].double.map(Date.init(timeIntervalSinceReferenceDate:)), reason)
        case "denied": self = .denied(reason)
        case "timedOut": self = .timedOut(reason)
        case "failed": self = .failed(reason)
        case "drift": self = .drift(reason)
        default: self = .cancelled
        }
    }
}

extension Outcome.Note {
    fileprivate init(_ value: JSONValue) throws(DocumentError) {
        guard let member = value.members.first(where: { _ in true }), let text = member.value.string else {
            throw DocumentError(value, "the name of the note is missing")
        }
        switch member.key {
        case "unsupported": self = .unsupported(try value.filterName(text))
        case "unstated": self = .unstated(try value.filterName(text), try value.number("count"))
        case "unsupportedOrder":
            self = .unsupportedOrder(try value.read(text, "order") { Order(rawValue: $0) })
        case "unsupportedDay": self = .unsupportedDay
        case "drift":
            self = .drift(
                Drift(path: text, count: try value.number("count"), total: try value.number("total")))
        case "shortened": self = .shortened(try value.number("count"))
        case "incomplete": self = .incomplete(text)
        case "unmeasured": self = .unmeasured(try value.number("count"), text)
        case "unconverted": self = .unconverted(text)
        default: throw DocumentError(value, "\"\(member.key.onOneLine)\" is not a note")
        }
    }
}
