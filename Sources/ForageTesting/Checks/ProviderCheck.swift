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
