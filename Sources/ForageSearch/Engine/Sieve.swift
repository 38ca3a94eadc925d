internal import ForageCore

/// What the core does to a provider's answer on behalf of a query: it drops the items that violate a
/// filter, and notes what could be applied neither by the service nor here.
struct Sieve {
    let query: Query
    let about: About

    /// Why the provider need not be asked; nil when it may have something.
    var reasonToSkip: String? {
        if query.browse != nil, !about.capabilities.browses {
            return "it has no list of what is new or interesting: search for something"
        }
        for case .kinds(let kinds) in query.filters where kinds.isDisjoint(with: about.kinds) {
            let offered = about.kinds.sorted().map(\.rawValue).joined(separator: ", ")
            return "it brings no such kind, only: \(offered)"
        }
        return nil
    }

    func applied(to answer: SourceAnswer) -> SourceAnswer {
        var answer = answer
        guard answer.outcome.isAnswer else {
            answer.items = []
            return answer
        }
        var met: Set<ItemID> = []
        answer = answer.keeping { item in
            item.id.provider == about.id && met.insert(item.id).inserted
                && query.filters.allSatisfy { $0.verdict(on: item) != .violated }
        }
        if !answer.items.isEmpty {
            answer.outcome.notes += notesOnFilters(answer.items) + notesOnOrder(answer.items) + notesOnDay
        }
        return answer
    }

    private func notesOnFilters(_ items: [Item]) -> [Outcome.Note] {
        query.filters
            .filter { !about.capabilities.filters.contains($0.name) }
            .filter { filter in items.contains { filter.verdict(on: $0) == .unknown } }
            .map { .unsupported($0.name) }
    }

    private var notesOnDay: [Outcome.Note] {
        query.browse?.day == nil || about.capabilities.browsesDays ? [] : [.unsupportedDay]
    }

    private func notesOnOrder(_ items: [Item]) -> [Outcome.Note] {
        let isGiven =
            switch query.order {
            case .relevance: true
            case .newest:
                items.allSatisfy { $0.publishedAt != nil } && about.capabilities.orders.contains(.newest)
            case .interesting: about.capabilities.orders.contains(.interesting)
            }
        return isGiven ? [] : [.unsupportedOrder(query.order)]
    }
}
