import Catalog
import Essentials
import ForageCore
import Testing

@Suite("The configuration files of the repository")
struct ConfigurationFilesTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("docs/config.schema.json is what this build takes")
    func schema() throws {
        let url = root.appending(path: "docs/config.schema.json")
        let schema = ConfigurationSchema.json(for: Catalog.all)
        let written = try? Data(contentsOf: url)
        #expect(written.map { [UInt8]($0) } == schema, "The settings have changed; run: make schema")
    }

    @Test("config.json of a fresh checkout is read without a problem and changes no default")
    func freshCheckout() throws {
        let bytes = [UInt8](try Data(contentsOf: root.appending(path: "config.json")))
        let fresh = try Configuration(
            layers: [.projectFile("config.json", .bytes(bytes))], registrations: Catalog.all)
        #expect(fresh.files.map(\.state) == [.read])
        #expect(fresh.json == (try Configuration(registrations: Catalog.all)).json)
    }
}
