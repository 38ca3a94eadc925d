import ForageConformance
import ForageCore
import Platform
import Testing

@testable import ForageProviders

@Suite("The definitions that come with Forage")
struct ShippedTests {
    @Test("are all tested here")
    func names() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Shipped.folder)
        #expect(files.filter { $0.hasSuffix(".json") }.sorted() == Shipped.names.map { "\($0).json" })
    }

    @Test("keep what their samples say", arguments: Shipped.names)
    func check(name: String) throws {
        let definition = try Shipped.definition(name)
        try definition.check()
        #expect(definition.info.id.name == name)
        #expect(definition.info.keys.allSatisfy { !$0.isRequired })
        #expect(definition.info.terms.url != nil)
    }

    @Test("ask only two services of somebody who said nothing")
    func usual() throws {
        let usual = try Shipped.names.filter { try Shipped.definition($0).registration.isUsuallyEnabled }
        #expect(usual == ["commons", "openverse"])
    }

    @Test("keep what every provider promises", arguments: Shipped.names, ProviderCheck.all)
    func promises(name: String, check: ProviderCheck) async throws {
        let definition = try Shipped.definition(name)
        let checks = try ProviderChecks(definition.registration, samples: try definition.samples())
        let breaches = await checks.verdict(on: check).breaches
        #expect(breaches == [])
    }
}
