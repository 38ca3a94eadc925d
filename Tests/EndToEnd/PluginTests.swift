import Platform
import TestPlaces
import Testing

@Suite("swift package add-provider", .timeLimit(.minutes(10)))
struct PluginTests {
    @Test("the plugin does the same as forage providers new, and reports a failure")
    func runs() async throws {
        let place = try place()
        let ending = try await addProvider("Ealing", in: place)
        #expect(ending.code == 0, "\(ending.messages)")
        #expect(ending.output.contains("Created Providers/Ealing"))
        let manifest = try String(contentsOfFile: "\(place.folder)/Package.swift", encoding: .utf8)
        #expect(manifest.contains("    \"Ealing\",\n    \"Flickr\",\n"))
        let again = try await addProvider("Ealing", in: place)
        #expect(again.code != 0)
        // SwiftPM prints the messages of a plugin to its own output.
        #expect((again.output + again.messages).contains("The provider Ealing already exists"))
        #expect(again.messages.contains("No provider was added."))
    }

    private func addProvider(_ name: String, in place: Place) async throws -> RunningProgram.Ending {
        let words = ["package", "--disable-sandbox", "--allow-writing-to-package-directory", "add-provider"]
        return try await RunningProgram(
            ["/usr/bin/env", "swift"] + words + [name], in: place
        ).ending(within: .seconds(500))
    }

    /// A checkout with the plugin, whose program is a copy of the built one, so that the build is quick.
    private func place() throws -> Place {
        let place = try Place()
        let original = ThisCheckout.folder
        for path in ["Plugins", "Templates", "docs/config.schema.json", "Sources/Catalog/Catalog.swift"] {
            let copy = URL(filePath: "\(place.folder)/\(path)")
            try FileManager.default.createDirectory(
                at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: original.appending(path: path), to: copy)
        }
        try place.write(Self.manifest, to: "Package.swift")
        try place.write(Self.program, to: "Sources/Program/Program.swift")
        return place
    }

    private static let manifest = """
        // swift-tools-version: 6.3
        import PackageDescription

        let providers = [
            "Flickr",
        ]

        let package = Package(
            name: "forage",
            products: [.executable(name: "forage", targets: ["Program"])],
            targets: [
                .executableTarget(name: "Program"),
                .plugin(
                    name: "AddProvider",
                    capability: .command(
                        intent: .custom(verb: "add-provider", description: "Begin a provider"),
                        permissions: [.writeToPackageDirectory(reason: "The provider's folder.")])),
            ]
        )

        """

    private static let program = """
        #if canImport(Darwin)
            import Darwin
        #else
            import Glibc
        #endif

        @main
        struct Program {
            static func main() {
                var words = CommandLine.arguments.map { strdup($0) } + [nil]
                execv("\(BuiltPrograms.path(of: "forage"))", &words)
            }
        }

        """
}
