#if Logging
    public import ForageCore
    public import Logging

    extension Report {
        /// Writes a line on the search to a logger, and a warning for each provider that failed. Queries are not
        /// written, because they may be private.
        ///
        /// Exists only with the package trait `Logging`.
        public func log(to logger: Logger) {
            logger.info(
                "searched",
                metadata: [
                    "items": "\(items.count)", "providers": "\(outcomes.count { $0.isAnswer })",
                    "duration": "\(duration)",
                ])
            for outcome in outcomes where outcome.isFailure {
                logger.warning(
                    "a provider failed",
                    metadata: [
                        "provider": "\(outcome.provider)", "result": "\(outcome.result.word)",
                        "duration": "\(outcome.duration)",
                    ])
            }
        }
    }
#endif
