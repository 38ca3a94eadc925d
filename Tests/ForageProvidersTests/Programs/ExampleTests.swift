import ForageConformance
import ForageCore
import Testing

@testable import ForageProviders

@Suite("The example of a program in the documentation")
struct ExampleTests {
    @Test("the example passes every conformance check", arguments: ProviderCheck.all)
    func promise(check: ProviderCheck) async throws {
        let provider = ProgramProvider(Self.info, command: ["python3", "met.py"], in: Self.folder)
        let samples = try SampleFolder(at: Self.folder + "/samples").samples(of: Self.info.id)
        let breaches = await (try ProviderChecks(samples: samples) { provider }).verdict(on: check).breaches
        #expect(breaches == [])
    }

    private static let root = #filePath.split(separator: "/").dropLast(4)
    private static let folder = root.reduce("") { "\($0)/\($1)" } + "/docs/examples/met"

    private static let info = ProviderInfo(
        id: "met", name: "The Met", summary: "Works of art.",
        site: "https://www.metmuseum.org/art/collection",
        kinds: [.photo], origins: ["https://collectionapi.metmuseum.org/"],
        capabilities: Capabilities(pages: true))
}
