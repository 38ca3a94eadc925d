import JSON
import Platform
import TestPlaces
import Testing

@Suite("Shipped providers in the sandbox", .timeLimit(.minutes(2)))
struct SandboxProvidersTests {
    /// Compiled providers and those with a shipped definition.
    private static let names: [String] = {
        let folder = ThisCheckout.folder.appending(path: "Providers").path
        let compiled = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let defined = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/Definitions")) ?? []
        return compiled.filter { $0 != "Definitions" }.map { $0.lowercased() }.sorted()
            + defined.map { $0.replacing(".json", with: "") }.sorted()
    }()

    /// More than one page of each provider with pages.
    private static let least = ["commons": 100, "flickr": 100, "openverse": 100, "unsplash": 100]

    /// Providers whose services are simulated with the catalogue. The others return the samples of their definition, which
    /// are about owls.
    private static let generated: Set = [
        "cocoacasts", "commons", "duckduckgo", "flickr", "nasacast", "openverse", "unsplash",
    ]

    @Test("the providers are found in the checkout")
    func found() {
        #expect(Self.names.contains("duckduckgo") && Self.names.contains("openverse"))
    }

    @Test("every provider is simulated to the last page, without drift", arguments: names)
    func lastPage(name: String) async throws {
        let ending = try await forage(
            "search", Self.generated.contains(name) ? "first" : "owl", "--sandbox", "--provider", name,
            "--all", "--format", "json", "--no-measure",
            environment: [
                "FORAGE_DEFINITIONS_SHIPPED": "true", "FORAGE_SANDBOX": try SharedSandbox.address.get(),
                "FORAGE_PROVIDERS_\(name.uppercased())_ENABLED": "true",
            ])
        #expect(ending.code == 0)
        let root = try ending.json
        #expect(root["outcomes"].list.map { $0["result"].string } == ["answered"])
        #expect(root["outcomes"][0]["drift"].count == 0)
        #expect(root["next"].string == nil)
        let items = root["items"].list
        #expect(items.count > Self.least[name] ?? 0)
        #expect(items.allSatisfy { $0["sources"][0]["provider"].string == name })
        #expect(items.allSatisfy { $0["attribution"]["text"].exists })
    }
}
