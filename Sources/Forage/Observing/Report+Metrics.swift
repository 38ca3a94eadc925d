#if Metrics
    public import ForageCore
    internal import Metrics

    extension Report {
        /// Counts the search and its outcomes in the program's metrics, and records how long they took:
        /// `forage_search_duration_seconds`, and for each provider `forage_provider_outcomes_total`, by its result,
        /// and `forage_provider_duration_seconds`.
        ///
        /// Exists only with the package trait `Metrics`.
        public func recordMetrics() {
            Timer(label: "forage_search_duration_seconds").record(duration: duration)
            for outcome in outcomes {
                let provider = ("provider", outcome.provider.name)
                Counter(
                    label: "forage_provider_outcomes_total",
                    dimensions: [provider, ("result", outcome.result.word)]
                ).increment()
                Timer(label: "forage_provider_duration_seconds", dimensions: [provider])
                    .record(duration: outcome.duration)
            }
        }
    }
#endif
