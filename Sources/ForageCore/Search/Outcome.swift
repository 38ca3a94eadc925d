public import Platform

/// How one provider ended. A failure can never look like "no results".
public struct Outcome: Hashable, Sendable {
    /// Which provider.
    public var provider: ProviderID
    /// How it ended.
    public var result: Result
    /// Whether it answered and then failed on a further page, so that a part of what it has is missing.
    public var isBrokenOff = false
    /// Where its answer came from; nil where there is none.
    public var origin: Origin?
    /// What else is worth knowing.
    public var notes: [Note]
    /// How each filter of the query was dealt with; empty where it gave no answer.
    public var filters: [Filter.Name: FilterHandling]
    /// How long it took.
    public var duration: Duration

    /// Describes how a provider ended.
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

    /// How a provider ended.
    public enum Result: Hashable, Sendable {
        /// It brought so many items.
        case answered(Int)
        /// It answered, and has nothing that matches.
        case empty
        /// It was not asked, or left out, for this reason.
        case skipped(String)
        /// It must not be asked before this time, where that is known.
        case throttled(until: Date?, String)
        /// A key is missing, wrong or not enough.
        case denied(String)
        /// It was still out at the deadline.
        case timedOut(String)
        /// It could not be asked or could not answer.
        case failed(String)
        /// It answered in a shape that no item could be built of.
        case drift(String)
        /// The person gave up waiting.
        case cancelled

        /// The result of a provider that is turned off.
        package static let notEnabled = Result.skipped("it is not enabled")
    }

    /// Where an answer came from.
    public enum Origin: Hashable, Sendable {
        /// The service itself.
        case network
        /// A file of the person's own.
        case file
        /// The cache, still fresh; how old it is.
        case cached(Duration)
        /// The cache, past its time; how old it is and why it was served.
        case stale(Duration, String)
    }

    /// Something worth knowing that is no failure.
    public enum Note: Hashable, Sendable {
        /// A filter that neither the service nor the core could apply.
        case unsupported(Filter.Name)
        /// So many of its items do not say what a filter asks about, and were left out.
        case unstated(Filter.Name, Int)
        /// An order that the service cannot give.
        case unsupportedOrder(Order)
        /// It lists only what is new or interesting now, not on a day of the past.
        case unsupportedDay
        /// Something was not as the service documents it.
        case drift(Drift)
        /// The body ended early, so there may be more.
        case incomplete(String)
        /// So many of its pictures are shown without a size; why the first of them is.
        case unmeasured(Int, String)
        /// It was asked for no more than so many characters of the query.
        case shortened(Int)
        /// Its pictures were left as they are, for this reason.
        case unconverted(String)
    }
}

extension Outcome {
    /// Whether the provider was asked and gave what it could.
    public var isAnswer: Bool {
        switch result {
        case .answered, .empty: true
        default: false
        }
    }

    /// Whether it counts as a failure: it was to be asked, and gave nothing.
    public var isFailure: Bool {
        switch result {
        case .answered, .empty, .skipped: false
        default: true
        }
    }
}
