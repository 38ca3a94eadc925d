public import ForageCore

/// One thing that every provider promises, with a name.
///
/// ```swift
/// @Test("keeps what every provider promises", arguments: ProviderCheck.all)
/// func promise(check: ProviderCheck) async throws {
///     let checks = try ProviderChecks(Mine.registration, samplesIn: SampleFolder(beside: #filePath))
///     let breaches = await checks.verdict(on: check).breaches
///     #expect(breaches == [])
/// }
/// ```
public struct ProviderCheck: Sendable, CustomStringConvertible {
    /// Its short name, in lower case: `endpoints-are-pure`.
    public let name: String
    /// What is promised, in one sentence.
    public let sentence: String
    let run: @Sendable (ProviderChecks) async -> Verdict

    init(_ name: String, _ sentence: String, run: @escaping @Sendable (ProviderChecks) async -> Verdict) {
        self.name = name
        self.sentence = sentence
        self.run = run
    }

    /// The name, by which tests tell it from the others.
    public var description: String { name }

    /// Every check, in the order of a provider's work: asking, reading, failing, crediting.
    public static let all = asking + reading + failing + items + credits + damage + [drift]

    /// The check of this name.
    public static func named(_ name: String) -> ProviderCheck? { all.first { $0.name == name } }
}

/// What became of a check.
public enum Verdict: Hashable, Sendable {
    /// The promise is kept.
    case passed
    /// It is broken: a sentence for each breach.
    case failed([String])
    /// It says nothing of this provider, for this reason.
    case notApplicable(String)

    /// A sentence for each breach; none unless it failed.
    public var breaches: [String] {
        if case .failed(let breaches) = self { breaches } else { [] }
    }

    /// Passed where nothing was found to blame.
    init(_ breaches: [String]) { self = breaches.isEmpty ? .passed : .failed(breaches) }
}

/// What became of every check of one provider.
public struct CheckTable: Sendable {
    /// What the provider says of itself.
    public let info: ProviderInfo
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
