public import ForageCore

/// What became of every check of one provider.
public struct CheckTable: Sendable {
    /// What the provider says of itself.
    public let about: About
    /// Every check with its verdict.
    public let rows: [Row]
    /// What it saw of answers that had changed.
    public let drift: DriftReport

    /// A check with its verdict.
    public struct Row: Sendable {
        /// What was promised.
        public let check: ProviderCheck
        /// Whether it is kept.
        public let verdict: Verdict
    }

    /// How many promises are kept.
    public var passedCount: Int { rows.count { $0.verdict == .passed } }

    /// How many promises say something of this provider.
    public var applicableCount: Int {
        rows.count { if case .notApplicable = $0.verdict { false } else { true } }
    }

    /// Whether no promise is broken.
    public var isPassed: Bool { rows.allSatisfy { $0.verdict.breaches.isEmpty } && passedCount > 0 }
}
