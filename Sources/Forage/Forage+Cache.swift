package import ForageCache
package import ForageCore
internal import ForageSearch

/// What would be made of one request now, and of what is stored for it.
package struct CacheExplanation: Sendable {
    package let provider: About
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
            let about = provider.about
            let page = PageRequest(size: SearchEngine.pageSize).bounded(by: about.terms)
            let request: ProviderRequest =
                about.capabilities.searches
                ? .search(query, page) : .browse(Browse(filters: query.filters), page)
            guard let endpoint = try? provider.endpoint(for: request),
                let explanation = await explanation(of: endpoint, for: about)
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

    private func explanation(of endpoint: Endpoint, for about: About) async -> CacheExplanation? {
        guard case .web(let url) = endpoint.target,
            let (decision, stored) = await pipeline.decision(on: endpoint, for: about)
        else { return nil }
        return CacheExplanation(
            provider: about, address: endpoint.openAddress ?? url, decision: decision, stored: stored)
    }
}
