public import Platform

/// The outcome of one provider's search. A failure cannot be confused with "no results".
public struct Outcome: Hashable, Sendable {
    /// The provider.
    public var provider: ProviderID
    /// The result.
    public var result: Result
    /// Indicates whether it failed on a further page after it answered, so that some of its results are missing.
    public var isBrokenOff = false
    /// The origin of its response; nil if there is none.
    public var origin: Origin?
    /// Further remarks.
    public var notes: [Note]
    /// The handling of each filter of the query; empty if there was no answer. If a strict search left the provider
    /// out, it has the filters that cannot be applied.
    public var filters: [Filter.Name: FilterHandling]
    /// The duration of the search.
    public var duration: Duration

    /// Creates an outcome.
    public init(
        _ provider: ProviderID, _ result: Result, origin: Origin? = nil, notes: [Note] = [],
        filters: [Filter.Name: FilterHandling] = [:], duration: Duration = .zero
    ) {
        self.filters = filters
        self.provider = provider
        self.result = result
        self.origin = origin
        self.notes = notes
        self.duration = duration
    }

    /// The result of one provider's search.
    public enum Result: Hashable, Sendable {
        /// It returned this number of items.
        case answered(Int)
        /// It answered that nothing matches.
        case empty
        /// It was not asked, for this reason.
        case skipped(String)
        /// It must not be asked before this time, which may be unknown.
        case throttled(until: Date?, String)
        /// A key is missing, wrong or insufficient.
        case denied(String)
        /// It had not answered at the deadline.
        case timedOut(String)
        /// It could not be asked or could not answer.
        case failed(String)
        /// It answered in a format that no item could be created from.
        case drift(String)
        /// The user cancelled the search.
        case cancelled

        /// The result of a disabled provider.
        package static let notEnabled = Result.skipped("it is not enabled")
    }

    /// The origin of a response.
    public enum Origin: Hashable, Sendable {
        /// The service itself.
        case network
        /// A file of the user's.
        case file
        /// A fresh response from the cache, with its age.
        case cached(Duration)
        /// A stale response from the cache, with its age and the reason for using it.
        case stale(Duration, String)
    }

    /// A remark that is not a failure.
    public enum Note: Hashable, Sendable {
        /// A filter that neither the service nor the core could apply.
        case unsupported(Filter.Name)
        /// This number of items lacked the data for a filter and were removed.
        case unstated(Filter.Name, Int)
        /// The service does not support this order.
        case unsupportedOrder(Order)
        /// The service lists only what is new or interesting now, not on a past day.
        case unsupportedDay
        /// Something differed from the service's documentation.
        case drift(Drift)
        /// The body ended early, so there may be more.
        case incomplete(String)
        /// This number of its pictures are shown without a size, with the reason for the first.
        case unmeasured(Int, String)
        /// Only this number of characters of the query were sent to the service.
        case shortened(Int)
        /// Its pictures were not converted, for this reason.
        case unconverted(String)
    }
}

extension Outcome {
    /// Creates the outcome of a provider that a strict search left out because it cannot apply filters.
    package init(_ provider: ProviderID, leftOutFor filters: [Filter.Name], _ reason: String) {
        let handlings = filters.map { ($0, FilterHandling.impossible) }
        self.init(
            provider, .skipped(reason),
            filters: Dictionary(handlings, uniquingKeysWith: { first, _ in first }))
    }

    /// Indicates whether the provider answered, with or without items.
    public var isAnswer: Bool {
        switch result {
        case .answered, .empty: true
        default: false
        }
    }

    /// Indicates whether it failed: it should have been asked and gave no answer.
    public var isFailure: Bool {
        switch result {
        case .answered, .empty, .skipped: false
        default: true
        }
    }
}

extension Outcome.Result {
    /// The word for the result, the same in every format.
    package var word: String {
        switch self {
        case .answered: "answered"
        case .empty: "empty"
        case .skipped: "skipped"
        case .throttled: "throttled"
        case .denied: "denied"
        case .timedOut: "timedOut"
        case .failed: "failed"
        case .drift: "drift"
        case .cancelled: "cancelled"
        }
    }
}
