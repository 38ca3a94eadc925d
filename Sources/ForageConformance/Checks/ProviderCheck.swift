public import ForageCore
internal import Synchronization

/// A requirement that every provider meets, with a name.
///
/// ```swift
/// @Test("keeps what every provider promises", arguments: ProviderCheck.all)
/// func promise(check: ProviderCheck) async throws {
///     let checks = try ProviderChecks(Mine.registration, samplesIn: SampleFolder(nextTo: #filePath))
///     let breaches = await checks.verdict(on: check).breaches
///     #expect(breaches == [])
/// }
/// ```
public struct ProviderCheck: Sendable, CustomStringConvertible {
    /// The short name in lower case, such as `endpoints-are-pure`.
    public let name: String
    /// The requirement, in one sentence.
    public let sentence: String
    let run: @Sendable (ProviderChecks) async -> Verdict

    init(_ name: String, _ sentence: String, run: @escaping @Sendable (ProviderChecks) async -> Verdict) {
        self.name = name
        self.sentence = sentence
        self.run = run
    }

    /// The name of the check, for test output.
    public var description: String { name }

    /// All checks in the order of a provider's work: requests, decoding, failures, credits.
    public static let all = asking + reading + failing + items + credits + damage + [drift]

    /// Returns the check with a name.
    public static func named(_ name: String) -> ProviderCheck? { all.first { $0.name == name } }
}

/// The result of a check.
public enum Verdict: Hashable, Sendable {
    /// The provider meets the requirement.
    case passed
    /// The provider violates the requirement: a sentence for each violation.
    case failed([String])
    /// The check does not apply to the provider, for the stated reason.
    case notApplicable(String)

    /// A sentence for each violation; empty unless the check failed.
    public var breaches: [String] {
        if case .failed(let breaches) = self { breaches } else { [] }
    }

    /// Creates a verdict from a list of violations. If the list is empty, the check passed.
    init(_ breaches: [String]) { self = breaches.isEmpty ? .passed : .failed(breaches) }
}

/// The results of all checks of a provider.
public struct CheckTable: Sendable {
    /// The description of the provider.
    public let info: ProviderInfo
    /// Every check with its verdict.
    public let rows: [Row]
    /// The results for changed answers.
    public let drift: DriftReport

    /// A check with its verdict.
    public struct Row: Sendable {
        /// The check.
        public let check: ProviderCheck
        /// The result of the check.
        public let verdict: Verdict
    }

    /// The number of checks that passed.
    public var passedCount: Int { rows.count { $0.verdict == .passed } }

    /// The number of checks that apply to the provider.
    public var applicableCount: Int {
        rows.count { if case .notApplicable = $0.verdict { false } else { true } }
    }

    /// Indicates whether at least one check passed and none failed.
    public var isPassed: Bool { rows.allSatisfy { $0.verdict.breaches.isEmpty } && passedCount > 0 }
}

/// A fetcher that answers with a closure and records the requests.
package final class StubFetcher: Fetcher {
    package typealias Answer = @Sendable (Endpoint) async throws(FetchError) -> Fetched

    private let answer: Answer
    private let asked = Mutex<[Endpoint]>([])

    package init(_ answer: @escaping Answer) { self.answer = answer }

    /// Answers every request with one response from the network.
    package convenience init(_ response: Response) {
        self.init { _ in Fetched(response, origin: .network) }
    }

    /// All requests so far, in order.
    package var endpoints: [Endpoint] { asked.withLock(\.self) }

    package func fetch(
        _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        asked.withLock { $0.append(endpoint) }
        return try await answer(endpoint)
    }
}
