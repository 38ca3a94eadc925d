internal import ForageCore
internal import Platform

extension Outcome {
    /// The outcome in the form of `docs/output.md`.
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
    var reason: String? {
        switch self {
        case .answered, .empty, .cancelled: nil
        case .skipped(let reason), .throttled(_, let reason), .denied(let reason), .timedOut(let reason),
            .failed(let reason), .drift(let reason):
            reason
        }
    }

    /// The number of items; nil if unknown, so that a failure does not count as zero items.
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

    /// The reason why an outdated answer was returned.
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
    /// A sentence for a user.
    var text: String {
        switch self {
        case .unsupported(let filter):
            "cannot filter by \(filter.words), so some of its results may not match"
        case .unstated(let filter, 1): "1 result left out: it states no \(filter.words)"
        case .unstated(let filter, let count): "\(count) results left out: they state no \(filter.words)"
        case .unsupportedDay: "has no lists of past days; these results are new or interesting now"
        case .unsupportedOrder(let order):
            "cannot sort by \(order.rawValue), so its results are in its own order"
        case .drift(let drift): "its answers have changed: \(drift)"
        case .shortened(let count):
            "accepts at most \(count) characters, so it got only the beginning of the query"
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

extension Outcome.Result {
    /// The word for people.
    var words: String {
        if case .timedOut = self { "timed out" } else { word }
    }

    /// The result and its reason: `skipped: it is not enabled`, `throttled until 14:05: it asked for a rest`.
    ///
    /// - Parameter time: Formats a time; the default is complete, for documents that are read later.
    /// - Returns: The text.
    func inWords(time: (Date) -> String = { $0.iso8601 }) -> String {
        let end = until.map { "\(words) until \(time($0))" } ?? words
        return [end, sentence].compactMap(\.self).joined(separator: ": ")
    }

    private var sentence: String? {
        if case .answered(let count) = self { count.of("result") } else { reason }
    }
}

extension Report {
    /// The subject of the results.
    var heading: String {
        guard let browse = query.browse else { return query.text }
        return "New or interesting" + (browse.day.map { " on \($0)" } ?? "")
    }

    /// The providers that did not answer, so that a page does not present a failure as an absence of results.
    var unanswered: [String] {
        outcomes.filter { !$0.isAnswer }.map { "\($0.provider): \($0.result.inWords())" }
    }

    /// The number of results and the providers that returned them.
    var summary: String {
        let providers = outcomes.filter(\.isAnswer).map(\.provider.name)
        let results = items.isEmpty ? "No results" : items.count.of("result")
        return providers.isEmpty
            ? "No provider answered" : "\(results) from \(providers.joined(separator: ", "))"
    }
}

extension Report {
    /// The remarks on the query, one line each.
    var remarks: [String] { [didYouMean, hint].compactMap(\.self) }

    /// The hint on the query and on the requested page.
    var hint: String? {
        let hints = [query.hint, shortness].compactMap(\.self)
        return hints.isEmpty ? nil : hints.joined(separator: " ")
    }

    private var shortness: String? {
        precedingCount.map { count in
            guard next == nil else {
                return "The list was read up to result \(count), which is before this page."
            }
            let last = (count - 1) / query.limit + 1
            return "The list ends with result \(count), on page \(last)."
        }
    }

    private var didYouMean: String? {
        let queries = suggestions.map(\.inOtherQuotes)
        guard let last = queries.last else { return nil }
        let others = queries.dropLast().joined(separator: ", ")
        return "Did you mean " + (others.isEmpty ? last : "\(others) or \(last)") + "?"
    }
}

extension String {
    /// The text in the quotation marks that it does not contain, as a shell reads it.
    fileprivate var inOtherQuotes: String { contains("\"") ? "'\(self)'" : "\"\(self)\"" }
}
