import Essentials
import ForageCore
import ForageTesting
import JSON
import Testing

@testable import ForageDefinitions

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
        #expect(definition.about.id.name == name)
        #expect(definition.about.keys.isEmpty)
        #expect(definition.about.terms.url != nil)
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

extension Definition {
    /// The samples, as the kit wants them.
    func samples() throws -> [SampleAnswer] {
        try text.root["samples"].elements.map { sample in
            let (json, page) = (sample["request"], PageRequest(size: 20))
            let request: ProviderRequest =
                if let words = json["search"].string {
                    .search(try Query(words), page)
                } else if let id = json["details"].string {
                    .details(ItemID(provider: about.id, local: id))
                } else {
                    .browse(Browse(), page)
                }
            let lines = sample["body"].elements.map { $0.string ?? "" }
            let isFeed = sample["body"].kind == .array
            let body = isFeed ? Array(lines.joined(separator: "\n").utf8) : text.bytes(of: sample["body"])
            return SampleAnswer(
                "sample", to: request, response: Response(body: body),
                recordPath: json["details"].exists || isFeed ? nil : text.root["items"].string,
                itemCount: sample["items"].count)
        }
    }
}
