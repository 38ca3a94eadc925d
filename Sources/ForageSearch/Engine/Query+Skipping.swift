internal import ForageCore

extension Query {
    /// Why a provider need not be asked; nil when it may have something.
    func reasonToSkip(_ about: About) -> String? {
        if browse != nil, !about.capabilities.browses {
            return "it has no list of what is new or interesting: search for something"
        }
        for case .kinds(let kinds) in filters where kinds.isDisjoint(with: about.kinds) {
            let offered = about.kinds.sorted().map(\.rawValue).joined(separator: ", ")
            return "it brings no such kind, only: \(offered)"
        }
        let impossible = filters.filter {
            FilterHandling(of: $0, honouring: honoured(by: about), on: []) == .impossible
        }
        return isStrict ? reasonToLeaveOut(impossible) : nil
    }

    /// What a strict search says of a provider for which filters are impossible; nil where none is.
    func reasonToLeaveOut(_ impossible: [Filter]) -> String? {
        guard !impossible.isEmpty else { return nil }
        return "left out: cannot honour " + impossible.map(\.description).joined(separator: " ")
    }

    /// The filters that a provider's service applies to this query: what it says of its searches does not hold for
    /// its listings.
    func honoured(by about: About) -> Set<Filter.Name> {
        browse != nil && about.capabilities.searches ? [] : about.capabilities.filters
    }
}
