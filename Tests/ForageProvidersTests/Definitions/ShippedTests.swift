import ForageConformance
import ForageCore
import Platform
import Testing

@testable import ForageProviders

@Suite("Definitions shipped with Forage")
struct ShippedTests {
    @Test("every shipped file is tested")
    func names() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Shipped.folder)
        #expect(files.filter { $0.hasSuffix(".json") }.sorted() == Shipped.names.map { "\($0).json" })
    }

    @Test("every definition matches its samples", arguments: Shipped.names)
    func check(name: String) throws {
        let definition = try Shipped.definition(name)
        try definition.check()
        #expect(definition.info.id.name == name)
        #expect(
            !definition.registration.isUsuallyEnabled || definition.info.keys.allSatisfy { !$0.isRequired })
        #expect(definition.info.terms.url != nil)
    }

    @Test("seven services are on by default")
    func usual() throws {
        let usual = try Shipped.names.filter { try Shipped.definition($0).registration.isUsuallyEnabled }
        #expect(
            usual == ["cleveland", "commons", "inaturalist", "nasa", "openverse", "smk", "wellcome"])
    }

    /// The checks of each definition, which read it only once.
    private static let checks = Dictionary(
        uniqueKeysWithValues: Shipped.names.map { name in
            let checks = Result {
                let definition = try Shipped.definition(name)
                return try ProviderChecks(definition.registration, samples: try definition.samples())
            }
            return (name, checks)
        })

    @Test("every definition passes every conformance check", arguments: Shipped.names, ProviderCheck.all)
    func promises(name: String, check: ProviderCheck) async throws {
        let checks = try #require(Self.checks[name]).get()
        let breaches = await checks.verdict(on: check).breaches
        #expect(breaches == [])
    }
}
