internal import Forage
internal import ForageCore
internal import ForageStorage
internal import HTTPServer
internal import JSON
internal import Platform

/// The health of the gallery: whether any provider can be asked, and whether answers can be stored.
struct Health: Sendable {
    private let counts: [ProviderReadiness.Kind: Int]
    /// The number of open circuit breakers, whose providers have failed repeatedly.
    private let openBreakerCount: Int
    private let store: StoreCondition?

    init(of forage: Forage, needsKeys: Bool) async {
        let now = Date()
        let (states, faults) = (await forage.states, forage.configuration.refusedDefinitions)
        let kinds = forage.configuration.providers.map { provider in
            ProviderReadiness(
                of: provider, states[provider.id], fault: faults[provider.id], needsKeys: needsKeys,
                at: now
            ).kind
        }
        counts = Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
        openBreakerCount =
            forage.configuration.providers.count { states[$0.id]?.breaker.isOpen == true }
        store = await forage.storeCondition
    }

    var response: HTTPServerResponse {
        // Searches also work without a usable store, only more slowly.
        let isReady = counts[.ready] != nil
        let body = JSONWriter.objectBytes { writer in
            writer.member("status", isReady ? "ready" : "unavailable")
            writer.object("providers") { writer in
                for kind in ProviderReadiness.Kind.allCases {
                    writer.member(kind.rawValue, counts[kind] ?? 0)
                }
            }
            writer.member("openBreakers", openBreakerCount)
            writer.member("store", store?.rawValue ?? "none")
        }
        return HTTPServerResponse(
            status: isReady ? 200 : 503,
            headers: ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"],
            body: .bytes(body))
    }
}
