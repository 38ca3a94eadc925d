internal import ForageCore

/// Shows a search while it goes on.
protocol SearchDisplay: Sendable {
    /// Shows what happened on the way.
    mutating func take(_ event: SearchEvent)
    /// What is to be written of its end.
    mutating func text(atEnd report: Report) -> String
}

/// Who of a search is still out.
struct StillOut: Sendable {
    private(set) var providers: [ProviderID] = []

    /// What to tell a person who waits.
    var words: String? {
        providers.isEmpty ? nil : "Asking \(providers.map(\.name).joined(separator: ", "))"
    }

    mutating func take(_ event: SearchEvent) {
        switch event {
        case .began(let asked): providers = asked
        case .ended(let outcome): providers.removeAll { $0 == outcome.provider }
        case .items, .measured, .finished: break
        }
    }
}
