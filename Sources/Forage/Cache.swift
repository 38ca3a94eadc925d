public import ForageCore
internal import ForageSearch
package import ForageStorage
package import ForageTransport

/// The data that Forage stores between runs, in one folder: answers of services and the items found in them. With a
/// shared store, the folder contains only what that does not accept.
///
/// Several programs may share a folder. A file is opened only when it is first needed, and an error in the cache never
/// makes a search fail.
public struct Cache: Sendable {
    package let responses: DiskStore?
    /// Writes to `responses` in the background, so that no request waits for the disk.
    package let writeBehind: WriteBehindStore?
    /// The store that searches use; in a long-running program, it looks in memory first.
    package let store: (any ResponseStore)?
    /// The items that searches use.
    package let items: (any ItemIndex)?
    /// The items in the folder.
    package let ownItems: SQLiteItemIndex?
    private let team: TeamStore?
    private let troubles: Troubles

    /// True if a write failed; the caller has already received a warning.
    package var isUnwritable: Bool { troubles.preventsWriting }

    /// True if an unusable file was moved away; the caller has already received a warning.
    package var hasSetAside: Bool { troubles.includeFileSetAside }

    /// The reason why not all stored data can be read; nil if there is none.
    package var obstacle: ReadFailure? { responses?.obstacle ?? ownItems?.obstacle }

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - folder: The cache's folder, which is created when something is stored.
    ///   - configuration: The configuration, which limits the size and contains the providers' terms.
    ///   - inMemory: True to keep answers in memory as well, up to `cache.memory`. A program that ends after one search
    ///     does not benefit from that.
    ///   - warn: Receives a warning once for each kind of error.
    public init(
        in folder: String, _ configuration: Configuration, inMemory: Bool = true,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(in: folder, configuration, inMemory: inMemory, sharing: nil, warn: warn)
    }

    /// Creates the same cache, with most of its data in a store that several machines share.
    package init(
        in folder: String, _ configuration: Configuration, inMemory: Bool = true, sharing team: TeamStore?,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.team = team
        // Both are in one folder, so the reason why one cannot be written applies to the other.
        troubles = Troubles { warn($0.description) }
        guard configuration.cache.diskByteCount > 0 else {
            responses = nil
            writeBehind = nil
            store = nil
            items = nil
            ownItems = nil
            return
        }
        let limits = configuration.cache.shares
        let terms = Dictionary(
            uniqueKeysWithValues: configuration.providers.map { ($0.id, $0.caching) })
        let responses = DiskStore(
            folder: folder, limit: limits.answers,
            // Mapped pages count as the program's memory, and a program that receives thousands of files maps all of
            // them in time.
            mappedByteCount: inMemory ? nil : 1 << 20,
            expiry: { CacheRules(terms: terms[$0.provider]).expiry(of: $0) }, warn: troubles.tell)
        let shared = team.map { team in
            PostgresStore(on: team.server, before: responses, limit: limits.answers, listens: inMemory)
        }
        let writeBehind = WriteBehindStore(before: shared ?? responses)
        let memory = inMemory ? configuration.cache.memoryByteCount : 0
        store =
            memory == 0
            ? writeBehind
            : MemoryFirstStore(before: writeBehind, limit: memory) {
                CacheRules(terms: terms[$0.provider]).end(ofFreshnessOf: $0, at: $1)
            }
        self.responses = responses
        self.writeBehind = writeBehind
        let ownItems = SQLiteItemIndex(
            folder: folder, limit: limits.items, warn: troubles.tell)
        self.ownItems = ownItems
        items = team?.items(upTo: limits.items) ?? ownItems
    }

    /// Returns when every answer passed to the cache has been written.
    package func finish() async { await writeBehind?.finish() }

    /// Writes pending data and closes the files. The cache can be used again afterwards.
    public func close() async {
        await finish()
        await items?.finish()
        responses?.close()
    }

    /// The condition of the answer store, which shows whether it works; nil if nothing is cached.
    package func condition() async -> StoreCondition? {
        if let team, await !team.server.isUsable() { return .unreachable }
        return await responses?.condition()
    }
}

/// The cache's decision on a request at this moment, with the answers stored for it.
package struct CacheExplanation: Sendable {
    package let provider: ProviderInfo
    package let address: WebURL
    package let decision: CacheDecision
    package let stored: [StoredResponse]
}

extension Forage {
    /// Explains the cache's decision on the first page of a search at each provider, without sending a request.
    ///
    /// - Parameter query: The query.
    /// - Returns: An explanation for each provider that would receive a request, and the outcomes of the others.
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

    /// Explains the cache's decision on a request; nil for a file or if nothing is cached.
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
