internal import ForageCore

/// Who of a search is still out.
struct StillOut: Sendable {
    private let goesOn: Bool
    private var providers: [ProviderID] = []
    private var itemCount = 0

    /// - Parameter goesOn: Whether the search goes from page to page for long.
    init(goesOn: Bool = false) { self.goesOn = goesOn }

    /// What to tell a person who waits; nil when nobody is waited for.
    var words: String? {
        if !providers.isEmpty { return "Asking \(providers.map(\.name).joined(separator: ", "))" }
        return goesOn && itemCount > 0 ? "Asking for more, \(itemCount) so far" : nil
    }

    mutating func take(_ event: SearchEvent) {
        switch event {
        case .began(let asked): providers = asked
        case .items(_, let items): itemCount += items.count
        case .ended(let outcome): providers.removeAll { $0 == outcome.provider }
        case .measured, .finished: break
        }
    }
}
