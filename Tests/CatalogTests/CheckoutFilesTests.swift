import Catalog
import ForageCore
import ForageProviders
import Platform
import Testing

@Suite("The configuration files of the repository")
struct CheckoutFilesTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("docs/config.schema.json matches what this build accepts")
    func schema() throws {
        let url = root.appending(path: "docs/config.schema.json")
        let folder = root.appending(path: "Providers/Definitions")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let definitions = try names.map { name in
            let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
            return try Definition(bytes, at: name).registration
        }
        let schema = ConfigurationSchema.json(for: Catalog.all + definitions)
        let isCurrent = try [UInt8](Data(contentsOf: url)) == schema
        #expect(isCurrent, "The settings have changed; run: make schema")
    }

    @Test(
        "config.json of a fresh checkout has no problems, and enables only Cocoacasts in addition to the defaults"
    )
    func freshCheckout() throws {
        let bytes = [UInt8](try Data(contentsOf: root.appending(path: "config.json")))
        let fresh = try Configuration(
            layers: [.projectFile("config.json", .bytes(bytes))], registrations: Catalog.all)
        #expect(fresh.files.map(\.state) == [.read])
        let usual = try Configuration(registrations: Catalog.all)
        #expect(fresh.json != usual.json)
        let variables = ["FORAGE_PROVIDERS_COCOACASTS_ENABLED": "true"]
        #expect(fresh.json == (try Configuration(registrations: Catalog.all, environment: variables)).json)
    }
}
