public import ForageCore
internal import ForageSearch
package import ForageStorage
package import ForageTransport

/// What Forage keeps from one run to the next, in one folder: the services' answers and the items that were met.
///
/// Several programs may share a folder. Nothing in it is opened before it is needed, and nothing in it ever fails a
/// search.
public struct Cache: Sendable {
    package let responses: DiskStore?
    /// Before that store, so that nobody waits for the disk who brings an answer.
    package let behind: WriteBehindStore?
    /// Where searches find answers: in memory first, in a program that runs long.
    package let store: (any ResponseStore)?
    package let items: SQLiteItemIndex?
    private let troubles: Troubles

    /// Whether something was to be written and could not be; whoever is to know of it was told.
    package var isUnwritable: Bool { troubles.keepsFromWriting }

    /// Whether some of it could not be used, and was moved out of the way; whoever is to know of it was told.
    package var hasSetAside: Bool { troubles.tellOfOneSetAside }

    /// Why not all that was kept can be read, if so.
    package var obstacle: ReadingObstacle? { responses?.obstacle ?? items?.obstacle }

    /// Describes what is kept.
    ///
    /// - Parameters:
    ///   - folder: Where; it is made when something is kept.
    ///   - configuration: How much, and whose terms hold for what.
    ///   - inMemory: Whether answers are kept in memory as well, as `cache.memory` says. A program that ends after one
    ///     search has no use for that.
    ///   - warn: Is told, once for each reason, what could not be done.
    public init(
        in folder: String, _ configuration: Configuration, inMemory: Bool = true,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        // Both are in one folder, and what keeps the one from being written keeps the other.
        troubles = Troubles { warn($0.description) }
        let limit = configuration.cache.diskByteCount
        guard limit > 0 else {
            responses = nil
            behind = nil
            store = nil
            items = nil
            return
        }
        let terms = Dictionary(
            uniqueKeysWithValues: configuration.providers.map { ($0.id, $0.caching) })
        let responses = DiskStore(
            folder: folder, limit: limit - limit / Self.shareOfItems,
            // What is mapped counts as the program's memory, and all of it comes to be read by one that gets thousands of
            // files.
            mappedByteCount: inMemory ? nil : 1 << 20,
            expiry: { CacheRules(terms: terms[$0.provider]).expiry(of: $0) }, warn: troubles.tell)
        let behind = WriteBehindStore(before: responses)
        let memory = inMemory ? configuration.cache.memoryByteCount : 0
        store =
            memory == 0
            ? behind
            : MemoryFirstStore(before: behind, limit: memory) {
                CacheRules(terms: terms[$0.provider]).end(ofFreshnessOf: $0, at: $1)
            }
        self.responses = responses
        self.behind = behind
        items = SQLiteItemIndex(
            folder: folder, limit: limit / Self.shareOfItems, warn: troubles.tell)
    }

    /// Items are small beside the answers that they were read of.
    private static let shareOfItems = 4

    /// Returns when every answer is written that was handed over.
    package func finish() async { await behind?.finish() }

    /// Writes down what was only noted, and lets go of the files. It can be used again afterwards.
    public func close() async {
        await finish()
        await items?.finish()
        responses?.close()
    }
}

/// What would be made of one request now, and of what is stored for it.
package struct CacheExplanation: Sendable {
    package let provider: ProviderInfo
    package let address: WebURL
    package let decision: CacheDecision
    package let stored: [StoredResponse]
}

extension Forage {
    /// What the first page of a search would come to at each provider; nobody is asked.
    ///
    /// - Parameter query: What is wanted.
    /// - Returns: An explanation for each provider that would make a request of it, and how the others end.
    package func explanations(of query: Query) async -> (asked: [CacheExplanation], others: [Outcome]) {
        let participants = engine.participants(in: query, on: wanted(query))
        var explanations: [CacheExplanation] = []
        for provider in participants.asked.compactMap({ configuration[$0]?.provider }) {
            let info = provider.info
            let page = PageRequest(size: SearchEngine.pageSize).bounded(by: info.terms)
            let request: ProviderRequest =
                info.capabilities.searches
                ? .search(query, page) : .browse(Browse(filters: query.filters), page)
            guard let endpoint = try? provider.endpoint(for: request),
                let explanation = await explanation(of: endpoint, for: info)
            else { continue }
            explanations.append(explanation)
        }
        return (explanations, participants.decided)
    }

    /// What a request would come to; nil where nothing is kept, and for a file.
    package func explanation(of endpoint: Endpoint) async -> CacheExplanation? {
        guard case .web(let url) = endpoint.target else { return nil }
        return await explanation(of: endpoint, for: asker(of: url))
    }

    private func explanation(of endpoint: Endpoint, for info: ProviderInfo) async -> CacheExplanation? {
        guard case .web(let url) = endpoint.target,
            let (decision, stored) = await pipelines.services.decision(on: endpoint, for: info)
        else { return nil }
        return CacheExplanation(
            provider: info, address: endpoint.openAddress ?? url, decision: decision, stored: stored)
    }
}
