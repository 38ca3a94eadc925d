package import ForageCore

/// The list as far as it is known while some are still out, for those who watch.
///
/// It fuses what came in as the search itself will, and knows less: not what the search finds out by measuring, nor
/// filters that only all sources together decide.
package struct ListSoFar: Sendable {
    private let query: Query
    private let weights: [ProviderID: Double]
    private let shown: ShownItems
    private let skipCount: Int
    private let greatestCount: Int
    private var providers: [ProviderID] = []
    /// How many rounds each provider has ended.
    private var endedCounts: [ProviderID: Int] = [:]
    private var roundNumber = 0
    /// What each provider brought in this round.
    private var round: [ProviderID: [Item]] = [:]
    /// The results of the rounds before, and what tells duplicates of them.
    private var passed: [Item] = []
    private var met: Set<String> = []
    /// The results of the window, as many as are wanted.
    package private(set) var items: [Item] = []

    /// - Parameters:
    ///   - query: What is searched for.
    ///   - weights: What a provider's word counts for; 1 where nothing is said.
    ///   - cursor: Where the list goes on.
    ///   - count: How many results come before the window.
    ///   - limit: How many are wanted.
    package init(
        of query: Query, weights: [ProviderID: Double], behind cursor: SearchCursor? = nil,
        skipping count: Int = 0, upTo limit: Int
    ) {
        shown = cursor?.shown ?? ShownItems()
        self.query = query
        self.weights = weights
        skipCount = count
        greatestCount = limit
    }

    /// What a report would say if nothing else came.
    package var report: Report {
        Report(query: query, items: items, outcomes: [], next: nil, duration: .zero)
    }

    package mutating func take(_ event: SearchEvent) {
        switch event {
        case .began(let asked): providers = asked
        case .items(let provider, let items): note(items, of: provider)
        case .ended(let outcome): endedCounts[outcome.provider, default: 0] += 1
        case .measured, .finished: break
        }
    }

    private mutating func note(_ new: [Item], of provider: ProviderID) {
        let number = endedCounts[provider] ?? 0
        if number > roundNumber {
            finishRound()
            roundNumber = number
        }
        guard passed.count < skipCount + greatestCount else { return }
        round[provider] = new
        items = Array((passed + clusters.map(\.item)).dropFirst(skipCount).prefix(greatestCount))
    }

    private mutating func finishRound() {
        let clusters = clusters
        passed += clusters.map(\.item)
        for cluster in clusters { met.formUnion(cluster.keys) }
        round = [:]
    }

    /// The results of this round, less what was there before.
    private var clusters: [Cluster] {
        let lists = providers.map { RankedList(round[$0] ?? [], weight: Weight(weights[$0] ?? 1)) }
        return lists.fused().inOrder(of: query).filter {
            met.isDisjoint(with: $0.keys) && !shown.contains(anyOf: $0.keys)
        }
    }
}
