internal import Essentials
internal import ForageCache
internal import ForageCore
internal import JSON

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
            writer.member("item", try? JSONDocument(item.written).root) { $0.value($1) }
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
