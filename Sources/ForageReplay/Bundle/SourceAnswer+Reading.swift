internal import Essentials
internal import ForageCache
internal import ForageCore
internal import JSON

extension SourceAnswer {
    init(_ value: JSONValue, of provider: ProviderID, in document: JSONDocument) throws(BundleProblem) {
        let told = value["outcome"]
        var outcome = Outcome(provider, try Outcome.Result(told))
        if told["origin"].exists { outcome.origin = try Outcome.Origin(told["origin"]) }
        outcome.notes = try told.list("notes") { (note) throws(BundleProblem) in try Outcome.Note(note) }
        self.init(outcome: outcome)
        items = try value.list("items") { (item) throws(BundleProblem) in
            let id = try item.read(item.text("id"), "ID") { ItemID($0) }
            let bytes = Array(document.bytes[item["item"].byteRange])
            guard let item = Item(id: id, written: bytes) else {
                throw BundleProblem(item, "nothing can be made of this item")
            }
            return item
        }
        related = RelatedQueries(value["related"].elements.compactMap(\.string))
        next = value["next"].string
        total = value["total"].int
        isCutOff = value["cutOff"].bool ?? false
        if value["honoured"].exists {
            honoured = Set(
                try value.list("honoured") { (name) throws(BundleProblem) in try name.filterName(name.string)
                }
            )
        }
    }
}

extension JSONValue {
    fileprivate func filterName(_ text: String?) throws(BundleProblem) -> Filter.Name {
        try read(text ?? "", "filter") { Filter.Name(rawValue: $0) }
    }
}

extension Outcome.Result {
    fileprivate init(_ value: JSONValue) throws(BundleProblem) {
        if let count = value["answered"].int {
            self = .answered(count)
            return
        }
        let names = ["empty", "skipped", "throttled", "denied", "timedOut", "failed", "drift", "cancelled"]
        guard let name = names.first(where: { value[$0].exists }) else {
            throw BundleProblem(value, "the result is missing here")
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
    fileprivate init(_ value: JSONValue) throws(BundleProblem) {
        guard let member = value.members.first(where: { _ in true }), let text = member.value.string else {
            throw BundleProblem(value, "a note is named here")
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
        default: throw BundleProblem(value, "\"\(member.key.onOneLine)\" is not a note")
        }
    }
}
