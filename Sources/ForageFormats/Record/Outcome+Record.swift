internal import Essentials
package import ForageCore

extension Outcome {
    /// The outcome as `docs/output.md` describes it.
    var record: Record {
        Record([
            "provider": .text(provider.name),
            "result": .text(result.word),
            "reason": Fact(result.reason),
            "until": result.until.map { .text($0.iso8601) },
            "count": result.count.map(Fact.whole),
            "origin": Fact(origin?.word),
            "age": (origin?.age).map { .whole($0.count(of: .seconds(1))) },
            "staleBecause": Fact(origin?.reason),
            "filters": filters.record,
            "notes": .list(notes.map { .record($0.record) }),
            "milliseconds": .whole(duration.count(of: .milliseconds(1))),
        ])
    }
}

extension Outcome.Result {
    /// The word for it, the same in every format.
    package var word: String {
        switch self {
        case .answered: "answered"
        case .empty: "empty"
        case .skipped: "skipped"
        case .throttled: "throttled"
        case .denied: "denied"
        case .timedOut: "timedOut"
        case .failed: "failed"
        case .drift: "drift"
        case .cancelled: "cancelled"
        }
    }

    var reason: String? {
        switch self {
        case .answered, .empty, .cancelled: nil
        case .skipped(let reason), .throttled(_, let reason), .denied(let reason), .timedOut(let reason),
            .failed(let reason), .drift(let reason):
            reason
        }
    }

    /// How many items it brought; nil where nobody can say, so that a failure never counts as none.
    var count: Int? {
        switch self {
        case .answered(let count): count
        case .empty: 0
        default: nil
        }
    }

    var until: Date? {
        if case .throttled(let until, _) = self { until } else { nil }
    }
}

extension Outcome.Origin {
    var word: String {
        switch self {
        case .network: "network"
        case .file: "file"
        case .cached: "cached"
        case .stale: "stale"
        }
    }

    /// Why an answer past its time was given.
    var reason: String? {
        if case .stale(_, let reason) = self { reason } else { nil }
    }

    var age: Duration? {
        switch self {
        case .network, .file: nil
        case .cached(let age), .stale(let age, _): age
        }
    }
}

extension Outcome.Note {
    /// One sentence for a person.
    var text: String {
        switch self {
        case .unsupported(let filter):
            "cannot filter by \(filter.words), so some of its results may not match"
        case .unstated(let filter, 1): "1 result left out: it states no \(filter.words)"
        case .unstated(let filter, let count): "\(count) results left out: they state no \(filter.words)"
        case .unsupportedDay: "has no list of a day of the past; these are new or interesting now"
        case .unsupportedOrder(let order):
            "cannot sort by \(order.rawValue), so its results come in an order of its own"
        case .drift(let drift): "its answers have changed: \(drift)"
        case .shortened(let count):
            "takes no more than \(count) characters, so it was asked for the beginning of the query"
        case .incomplete(let reason), .unconverted(let reason): reason
        case .unmeasured(1, let reason): "a picture is shown without its size: \(reason)"
        case .unmeasured(let count, let reason): "\(count) pictures are shown without their size: \(reason)"
        }
    }

    fileprivate var record: Record {
        switch self {
        case .unsupported(let filter):
            Record(["note": .text("unsupported"), "filter": .text(filter.rawValue), "text": .text(text)])
        case .unstated(let filter, let count):
            Record([
                "note": .text("unstated"), "filter": .text(filter.rawValue), "count": .whole(count),
                "text": .text(text),
            ])
        case .unsupportedDay: Record(["note": .text("unsupportedDay"), "text": .text(text)])
        case .unsupportedOrder(let order):
            Record(["note": .text("unsupportedOrder"), "order": .text(order.rawValue), "text": .text(text)])
        case .drift(let drift):
            Record([
                "note": .text("drift"), "path": .text(drift.path), "count": .whole(drift.count),
                "total": .whole(drift.total), "text": .text(text),
            ])
        case .shortened(let count):
            Record(["note": .text("shortened"), "count": .whole(count), "text": .text(text)])
        case .incomplete: Record(["note": .text("incomplete"), "text": .text(text)])
        case .unmeasured(let count, _):
            Record(["note": .text("unmeasured"), "count": .whole(count), "text": .text(text)])
        case .unconverted: Record(["note": .text("unconverted"), "text": .text(text)])
        }
    }
}
