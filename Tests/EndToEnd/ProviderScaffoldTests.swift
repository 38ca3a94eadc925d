import Platform
import TestPlaces
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("forage providers new")
struct ProviderScaffoldTests {
    @Test("the command writes a folder, adds it to two lists in order, and updates the schema")
    func new() async throws {
        let checkout = try CheckoutCopy()
        let ending = try await checkout.run("providers", "new", "Ealing")
        #expect(ending.code == 0 && ending.messages.isEmpty)
        #expect(
            ending.outputLines[1]
                == "Registered it in Package.swift (1 line), Sources/Catalog/Catalog.swift (2 lines), docs/config.schema.json (\(try checkout.schemaLineCount) lines)."
        )
        // Other entries do not matter: the tree may have another provider.
        let list = try #require(checkout.text("Package.swift").split(separator: "let providers = [\n").last)
        let names = list.prefix { $0 != "]" }.split(separator: "\n")
        #expect(names.contains("    \"Ealing\",") && names == names.sorted())
        let catalogue = try checkout.text("Sources/Catalog/Catalog.swift").split(separator: "\n")
        let imports = catalogue.filter { $0.hasPrefix("internal import ") }
        #expect(imports.contains("internal import Ealing") && imports == imports.sorted())
        let last = catalogue.last { $0.hasSuffix("Provider.registration,") }
        #expect(last == "        EalingProvider.registration,")
        #expect(try checkout.text("docs/config.schema.json").contains("\"ealing\""))
        #expect(
            try checkout.files(in: "Providers/Ealing") == [
                "README.md", "Sources", "Sources/EalingProvider+Registration.swift",
                "Sources/EalingProvider.swift", "Tests", "Tests/ConformanceTests.swift",
                "Tests/DecodingTests.swift",
                "Tests/Fixtures", "Tests/Fixtures/nothing.json", "Tests/Fixtures/page-1.json",
                "Tests/Fixtures/page-2.json", "Tests/Fixtures/photo.json", "Tests/Fixtures/samples.json",
            ])
    }

    @Test("the schema includes a second provider, even if the program does not know the first")
    func another() async throws {
        let checkout = try CheckoutCopy()
        for name in ["Ealing", "Alder"] {
            let ending = try await checkout.run("providers", "new", name)
            #expect(ending.code == 0 && ending.messages.isEmpty)
            #expect(ending.output.contains("docs/config.schema.json"))
        }
        let schema = try checkout.text("docs/config.schema.json")
        #expect(schema.contains("\"ealing\"") && schema.contains("\"alder\""))
    }

    @Test("a schema edited by hand is left unchanged, and the last message says so")
    func otherSchema() async throws {
        let checkout = try CheckoutCopy()
        try checkout.place.write("{}", to: "docs/config.schema.json")
        let ending = try await checkout.run("providers", "new", "Ealing")
        #expect(ending.code == 0)
        #expect(ending.messages.hasPrefix(Wording.Scaffolds.notInSchema))
        #expect(ending.messages.hasSuffix("run make schema.\n"))
        #expect(try checkout.text("docs/config.schema.json") == "{}")
    }

    @Test(
        "every generated file keeps the limits of length and width, for any name",
        arguments: ["Ab", "Abcdefghijklmnopqrstuvwxyzabcdef"])
    func width(name: String) async throws {
        let checkout = try CheckoutCopy()
        #expect(try await checkout.run("providers", "new", name).code == 0)
        for file in try checkout.files(in: "Providers/\(name)") where file.hasSuffix(".swift") {
            let lines = try checkout.text("Providers/\(name)/\(file)").split(separator: "\n")
            #expect(lines.count < 100 && lines.allSatisfy { $0.count <= 110 }, "\(file)")
        }
    }

    @Test(
        "a taken name in any case is refused, and nothing changes",
        arguments: [
            ("Ealing", "The provider Ealing already exists"),
            ("EALING", "The provider Ealing already exists"),
            ("Flickr", "The provider Flickr already exists"),
            ("Openverse", "Providers/Definitions/openverse.json"), ("Json", Wording.Scaffolds.otherModule),
            ("Testing", Wording.Scaffolds.systemModule),
            ("SwiftUI", Wording.Scaffolds.systemModule),
            ("Combine", Wording.Scaffolds.systemModule),
            ("Android", Wording.Scaffolds.systemModule),
            ("Main", Wording.Scaffolds.systemModule),
            ("Foundation", Wording.Scaffolds.systemModule),
            ("SWIFT", "\"Swift\" is the name of \(Wording.Scaffolds.systemModule)"),
            ("CXML2", Wording.Scaffolds.otherModule),
            ("ForageProgram", Wording.Scaffolds.otherModule),
            ("JSONBenchmark", Wording.Scaffolds.otherModule),
            ("Item", "\(Wording.Scaffolds.type) that every provider uses"),
        ])
    func taken(name: String, sentence: String) async throws {
        let checkout = try CheckoutCopy()
        #expect(try await checkout.run("providers", "new", "Ealing").code == 0)
        let before = try checkout.everything
        let ending = try await checkout.run("providers", "new", name)
        #expect(ending.code == 1)
        #expect(ending.messages.contains(sentence))
        #expect(try checkout.everything == before)
    }

    @Test(
        "usage errors are explained, and nothing changes",
        arguments: [["my source"], ["class"], ["My", "Source"], [], ["openverse"]])
    func misuse(words: [String]) async throws {
        let checkout = try CheckoutCopy()
        let before = try checkout.everything
        let ending = try await checkout.run(["providers", "new"] + words)
        #expect(ending.code == 64)
        #expect(ending.messages.split(separator: "\n").count == 1)
        #expect(try checkout.everything == before)
    }

    @Test("no taken name is suggested", arguments: ["flickr", "openverse", "swift", "json"])
    func advice(name: String) async throws {
        let ending = try await CheckoutCopy().run("providers", "new", name)
        #expect(ending.code == 64 && !ending.messages.contains(" Try "), "\(ending.messages)")
    }

    @Test("a file with local changes stops the command before any change")
    func changes() async throws {
        let checkout = try CheckoutCopy()
        try await checkout.commit()
        #expect(try await checkout.run("providers", "new", "Ealing").code == 0)
        let before = try checkout.everything
        let ending = try await checkout.run("providers", "new", "Further")
        #expect(ending.code == 1)
        #expect(ending.messages.contains(Wording.Scaffolds.uncommitted))
        #expect(try checkout.everything == before)
    }

    @Test(
        "a changed file among those to be edited is named, and nothing changes",
        arguments: ["Package.swift", "Sources/Catalog/Catalog.swift", "docs/config.schema.json"])
    func changedFile(path: String) async throws {
        let checkout = try CheckoutCopy()
        try await checkout.commit()
        try checkout.place.write(try checkout.text(path) + "\n", to: path)
        let before = try checkout.everything
        let ending = try await checkout.run("providers", "new", "Ealing")
        #expect(ending.code == 1)
        #expect(ending.messages.contains("\(path) \(Wording.Scaffolds.uncommitted)"), "\(ending.messages)")
        #expect(try checkout.everything == before)
    }

    @Test("a manifest without the list is not guessed")
    func otherManifest() async throws {
        let checkout = try CheckoutCopy()
        let manifest = try checkout.text("Package.swift")
        try checkout.place.write(
            manifest.replacing("let providers = [", with: "let sources = ["), to: "Package.swift")
        let before = try checkout.everything
        let ending = try await checkout.run("providers", "new", "Ealing")
        #expect(ending.code == 1 && ending.messages.contains(Wording.Scaffolds.noList))
        #expect(try checkout.everything == before)
    }

    @Test("a failed write is undone")
    func unwritable() async throws {
        let checkout = try CheckoutCopy()
        try FileManager.default.createDirectory(
            atPath: checkout.place.folder + "/elsewhere", withIntermediateDirectories: true)
        // A link to itself, which cannot be read.
        try FileManager.default.removeItem(atPath: checkout.place.folder + "/Sources/Catalog/Catalog.swift")
        try FileManager.default.createSymbolicLink(
            atPath: checkout.place.folder + "/Sources/Catalog/Catalog.swift",
            withDestinationPath: "Catalog.swift")
        let ending = try await checkout.run("providers", "new", "Ealing")
        #expect(ending.code == 1)
        #expect(try checkout.files(in: "Providers").allSatisfy { !$0.contains("Ealing") })
        #expect(!(try checkout.text("Package.swift").contains("Ealing")))
    }

    @Test(
        "an unwritable folder of providers is reported in one sentence with advice",
        arguments: [
            ("rm -r Providers && touch Providers", Wording.Files.notDirectory),
            ("rm -r Providers && ln -s Providers Providers", "too many levels of symbolic links"),
            ("rm -r Providers && mkdir -m 555 Providers", Wording.Files.denied),
        ])
    func unwritableFolder(step: String, reason: String) async throws {
        // Permissions do not restrict root.
        if reason == Wording.Files.denied, geteuid() == 0 { return }
        let checkout = try CheckoutCopy()
        _ = try await RunningProgram(["/bin/sh", "-c", step], in: checkout.place).ending()
        let before = try checkout.everything
        let ending = try await checkout.run("providers", "new", "Ealing")
        #expect(ending.code == 1)
        #expect(
            ending.messages.hasPrefix("forage: \(Wording.Scaffolds.unchanged)")
                && ending.messages.hasSuffix(
                    "/Providers \(Wording.Files.isUnwritable) to (\(reason)); check its permissions and try again.\n"
                ),
            "\(ending.messages)")
        #expect(ending.messages.split(separator: "\n").count == 1)
        #expect(try checkout.everything == before)
    }

    @Test("the number of lines changed outside the folder equals that in the guide")
    func lines() async throws {
        let checkout = try CheckoutCopy()
        // Not Gutenberg, which a reader of the guide already has.
        let ending = try await checkout.run("providers", "new", "Wren")
        #expect(ending.output.contains("Package.swift (1 line), Sources/Catalog/Catalog.swift (2 lines)"))
        let article = try checkout.text("Sources/ForageCore/ForageCore.docc/WriteAProvider.md")
        #expect(article.contains("**three lines** outside the folder"))
    }

    @Test("outside a checkout the command says where it works")
    func elsewhere() async throws {
        let ending = try await forage("providers", "new", "Ealing")
        #expect(ending.code == 1)
        #expect(ending.messages.contains(Wording.Scaffolds.noCheckout))
    }
}

/// A copy of the parts of a checkout that a new provider touches.
struct CheckoutCopy {
    let place: Place

    init() throws {
        place = try Place()
        for path in ["Package.swift", "docs", "Sources", "Providers", "Templates"] {
            try FileManager.default.copyItem(
                at: ThisCheckout.folder.appending(path: path), to: URL(filePath: "\(place.folder)/\(path)"))
        }
    }

    func run(_ words: String...) async throws -> RunningProgram.Ending { try await run(words) }

    func run(_ words: [String]) async throws -> RunningProgram.Ending {
        try await RunningProgram(["forage"] + words, in: place).ending()
    }

    func commit() async throws {
        let git = "git -c user.name=Test -c user.email=test@example.com"
        let ending = try await RunningProgram(
            ["/bin/sh", "-c", "git init -q . && git add -A && \(git) commit -qm Begin"], in: place
        ).ending()
        #expect(ending.code == 0, "\(ending.messages)")
    }

    func text(_ path: String) throws -> String {
        try String(contentsOf: URL(filePath: "\(place.folder)/\(path)"), encoding: .utf8)
    }

    func files(in path: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(place.folder)/\(path)").sorted()
    }

    /// Every file with its bytes, except git's own.
    var everything: [String: Data] {
        get throws {
            let files = try FileManager.default.subpathsOfDirectory(atPath: place.folder)
            return files.filter { !$0.hasPrefix(".git") }.reduce(into: [:]) { all, file in
                all[file] = (try? Data(contentsOf: URL(filePath: "\(place.folder)/\(file)"))) ?? Data()
            }
        }
    }

    /// The number of schema lines for a provider without settings of its own, including keys.
    var schemaLineCount: Int {
        get throws {
            let before = try String(
                contentsOf: ThisCheckout.folder.appending(path: "docs/config.schema.json"), encoding: .utf8)
            return try text("docs/config.schema.json").split(separator: "\n").count
                - before.split(separator: "\n").count
        }
    }
}
