package import ForageCore

/// Something that the cache decided, for a person who wants to know why.
package enum CacheEvent: Hashable, Sendable, CustomStringConvertible {
    /// What was made of a request.
    case decided(CacheKey, CacheDecision)
    /// Whether its answer was kept.
    case judged(CacheKey, StoringDecision)
    /// What was stored is no longer true.
    case invalidated(CacheKey)
    /// The origin was not asked, since it failed a moment ago.
    case spared(CacheKey)

    package var description: String {
        switch self {
        case .decided(_, let decision):
            "\(decision.action): \(decision.rules.map(\.description).joined(separator: "; "))"
        case .judged(_, .store(_, let rule)): "stored: \(rule)"
        case .judged(_, .leave(let rule)): "not stored: \(rule)"
        case .invalidated(let key): "dropped: \(key)"
        case .spared: "not asked: it failed a moment ago"
        }
    }
}

extension CacheDecision.Action: CustomStringConvertible {
    package var description: String {
        switch self {
        case .serve(let serving): serving.staleness == nil ? "from the cache" : "from the cache, stale"
        case .serveAndConfirm: "from the cache, stale, and confirmed meanwhile"
        case .ask(let question):
            switch question.purpose {
            case .answer: "asked"
            case .confirm: "asked for confirmation"
            case .complete: "asked for the rest"
            }
        case .refuse: "refused"
        }
    }
}
