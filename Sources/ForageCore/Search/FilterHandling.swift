/// How one filter was dealt with at one provider.
public enum FilterHandling: String, Hashable, Sendable, CaseIterable {
    /// The service applied it. What an item says otherwise is checked, and where it says nothing the service is
    /// trusted.
    case honoured
    /// The service cannot, so it was applied here: every item shown satisfies it, and what does not say was left
    /// out.
    case applied
    /// The service cannot, and none of its items says enough: they are shown as they are.
    case impossible

    /// Decides it, the one place where that is done.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - honoured: The filters that were applied where the items come from.
    ///   - items: What the provider brought.
    public init(of filter: Filter, honouring honoured: Set<Filter.Name>, on items: [Item]) {
        if honoured.contains(filter.name) {
            self = .honoured
        } else if filter.name == .hue {
            self = .impossible
        } else if items.isEmpty || !filter.mayBeUnknown {
            self = .applied
        } else {
            self = items.contains { filter.verdict(on: $0) != .unknown } ? .applied : .impossible
        }
    }
}

extension Filter {
    /// Whether an item that says nothing may be shown where nobody can apply the filter. What nobody states a
    /// licence of is never allowed anything.
    package var mayBeUnknown: Bool { name != .licence }

    /// Whether measuring a picture may tell.
    package var isOfSize: Bool { name == .orientation || name == .minimumSize }

    /// Whether a service sees more than its items say, so that it is believed also where they say otherwise.
    package var isSeenByService: Bool { name == .phrase }
}
