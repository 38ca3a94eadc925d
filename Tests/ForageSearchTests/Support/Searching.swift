import ForageConformance
import ForageCore
import ForageSearch
import TestDoubles

extension SearchEngine {
    /// The report of a search, read to its end.
    func report(
        _ query: Query, on providers: [ProviderID]? = nil, from cursor: SearchCursor? = nil,
        within timeout: Duration = .seconds(60)
    ) async throws -> Report {
        try await search(query, on: providers, from: cursor, within: timeout).report
    }
}

extension AsyncSequence where Element == SearchEvent, Failure == Never {
    /// The report at the end.
    var report: Report {
        get async throws {
            var report: Report?
            for await case .finished(let finished) in self { report = finished }
            return try report.orThrow()
        }
    }
}

extension Report {
    var ids: [String] { items.map(\.id.description) }

    func outcome(of provider: ProviderID) throws -> Outcome {
        try outcomes.first { $0.provider == provider }.orThrow()
    }
}

extension StubSource {
    /// Delivers these items for every request, once the gate is open.
    convenience init(_ info: ProviderInfo, items: [Item], behind gate: Gate? = nil) {
        self.init(info) { _, _ in
            await gate?.pass()
            let result = items.isEmpty ? Outcome.Result.empty : .answered(items.count)
            return SourceAnswer(items: items, outcome: Outcome(info.id, result, origin: .network))
        }
    }

    /// Ends with the given result.
    convenience init(_ info: ProviderInfo, ending result: Outcome.Result) {
        self.init(info) { _, _ in SourceAnswer(outcome: Outcome(info.id, result)) }
    }

    /// Waits for the gate, even if it is cancelled.
    convenience init(_ info: ProviderInfo, behind gate: Gate) {
        self.init(info) { _, _ in
            await gate.pass()
            return SourceAnswer(outcome: Outcome(info.id, .empty))
        }
    }
}
