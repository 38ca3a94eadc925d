import JSON
import Platform
import TestWording
import Testing

@Suite("Providers defined by files", .timeLimit(.minutes(2)))
struct DefinitionTests {
    private static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static var openverse: String {
        checkout.appending(path: "Providers/Definitions/openverse.json").path
    }

    /// A definition shipped with Forage.
    static func bytes(of name: String) throws -> Data {
        try Data(contentsOf: checkout.appending(path: "Providers/Definitions/\(name).json"))
    }

    @Test("--definition adds a provider like any other")
    func search() async throws {
        let ending = try await forage(
            "search", "owl", "--sandbox", "--definition", Self.openverse, "--provider",
            "openverse,duckduckgo",
            "--format", "json", "--no-measure",
            environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()])
        #expect(ending.code == 0)
        let providers = try ending.json["items"].elements.map { $0["sources"][0]["provider"].string }
        #expect(Set(providers) == ["openverse", "duckduckgo"])
    }

    @Test("an item of a defined provider is found by its id")
    func show() async throws {
        let environment = ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        let found = try await forage(
            "search", "owl", "--sandbox", "--definition", Self.openverse, "--provider", "openverse",
            "--limit", "1",
            "--format", "json", "--no-measure", environment: environment)
        let id = try #require(try found.json["items"][0]["id"].string)
        let shown = try await forage(
            "show", id, "--sandbox", "--definition", Self.openverse, "--format", "json", "--no-measure",
            environment: environment)
        #expect(try shown.json["id"].string == id || shown.json["item"]["id"].string == id)
    }

    @Test("without details, an item is shown and downloaded as it was found, with the reason")
    func showKept() async throws {
        let place = try Place()
        var definition = try JSONEditor(Array(Self.bytes(of: "openverse")))
        for pointer in ["/details", "/samples/1"] { try definition.remove(#require(JSONPointer(pointer))) }
        let path = try place.write(definition.bytes, to: "openverse.json")
        let options = ["--sandbox", "--definition", path, "--no-measure", "--format", "json"]
        func run(_ words: String...) async throws -> RunningProgram.Ending {
            try await RunningProgram(
                ["forage"] + words + options, in: place,
                environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
            ).ending()
        }
        let found = try await run("search", "owl", "--provider", "openverse", "--limit", "1")
        let id = try #require(try found.json["items"][0]["id"].string)
        let shown = try await run("show", id)
        #expect(shown.output.contains(id))
        #expect(shown.messages.contains(Wording.Services.noSingleItem), "\(shown.messages)")
        let unknown = try await run("show", "openverse:nothing")
        #expect(unknown.code == 1 && unknown.messages.contains(Wording.Services.noSingleItem))
    }

    @Test("shipped definitions are available, and seven of them are on")
    func shipped() async throws {
        let ending = try await forage(
            "config", "show", environment: ["FORAGE_DEFINITIONS_SHIPPED": "true"])
        let providers = try ending.json["providers"]
        let names = [
            "apod", "archive", "archivemedia", "artic", "bbcnews", "cleveland", "commons",
            "commonsmedia", "digitalnz", "dpla", "europeana", "finna", "freesound", "fyyd", "gbif",
            "giphy", "harvard", "iconify", "inaturalist", "itunes", "jamendo", "loc", "mastodon",
            "mediaccc", "met", "mia", "nasa", "nasacast", "openverse", "openversesounds", "peertube",
            "pexels", "phylopic", "pixabay", "planetmoney", "podcast", "podcastindex", "princeton",
            "rijks", "sciencemuseum", "smithsonian", "smk", "tepapa", "vam", "victoria", "wallhaven",
            "wellcome", "wordpress", "xenocanto",
        ]
        let usual = ["cleveland", "commons", "inaturalist", "nasa", "openverse", "smk", "wellcome"]
        #expect(names.filter { providers[$0]["enabled"].bool == true } == usual)
        #expect(names.allSatisfy { providers[$0].exists })
    }

    @Test(
        "missing shipped definitions are reported, with the folder",
        arguments: [
            (["doctor"], 3, "failed\tdefinitions\t"), (["config", "check"], 78, ""),
            (
                ["search", "owl", "--offline", "--provider", "commons"], 64,
                Wording.Usage.notAProvider("commons")
            ),
            (["providers"], 0, "ready"),
        ] as [([String], Int32, String)], ["bin", "tools"])
    func copiedAlone(_ run: (words: [String], code: Int32, expected: String), folder: String) async throws {
        let place = try Place()
        try FileManager.default.createDirectory(
            atPath: "\(place.folder)/\(folder)", withIntermediateDirectories: true)
        for name in ["forage", "forage-sandbox"] {
            try place.install(name, at: "\(place.folder)/\(folder)/\(name)")
        }
        let ending = try await RunningProgram(
            ["\(place.folder)/\(folder)/forage"] + run.words, in: place,
            environment: ["FORAGE_DEFINITIONS_SHIPPED": "true"]
        ).ending()
        #expect(ending.code == run.code)
        let text = ending.output + ending.messages
        #expect(text.contains(run.expected), "\(text)")
        let missing =
            "/share/forage/definitions: the definitions that come with Forage are missing; reinstall"
        #expect(text.contains(missing), "\(text)")
    }

    @Test("both default definitions answer in the sandbox with orientations and licences")
    func simulatedByDefault() async throws {
        let ending = try await forage(
            "search", "owl", "--sandbox", "--provider", "commons,openverse", "--orientation", "portrait",
            "--format",
            "json", "--no-measure",
            environment: [
                "FORAGE_DEFINITIONS_SHIPPED": "true", "FORAGE_SANDBOX": try SharedSandbox.address.get(),
            ])
        #expect(ending.code == 0)
        let items = try ending.json["items"].list
        #expect(Set(items.map { $0["sources"][0]["provider"].string }) == ["commons", "openverse"])
        #expect(items.allSatisfy { $0["licence"]["id"].exists && $0["attribution"]["text"].exists })
    }

    @Test("config check reports an invalid definition, and searches continue")
    func refused() async throws {
        let place = try Place()
        try place.write("{\"about\": {}}", to: "\(place.home)/.config/forage/providers/museum.json")
        let check = try await forage("config", "check", in: place)
        #expect(check.code == 78)
        #expect(check.messages.contains("providers/museum.json:1:11: \(Wording.Settings.missing("id"))"))
        let search = try await forageAtSandbox(["search", "owl"], in: place)
        #expect(search.code == 0)
        #expect(search.messages.contains("museum"))
    }

    @Test("the list of providers says that a definition is refused, and why")
    func listed() async throws {
        let place = try Place()
        let path = "\(place.home)/.config/forage/providers/museum.json"
        try place.write("{\"about\": {}}", to: path)
        let ending = try await forage("providers", "--format", "jsonl", in: place)
        let museum = try #require(try ending.jsonLines.first { $0["id"].string == "museum" })
        #expect(museum["state"].string == "refused")
        #expect(
            museum["reason"].string?.hasPrefix(
                Wording.Settings.definitionRefused("\(path):1:11: \"id\" is missing"))
                == true)
        #expect(museum.members.map(\.key) == ["id", "name", "state", "reason"])
    }

    @Test(
        "a provider with a refused definition is skipped for that reason only",
        arguments: [
            ["search", "owl", "--kind", "photo"], ["browse"], ["search", "owl", "--strict", "--hue", "teal"],
        ])
    func refusedFirst(command: [String]) async throws {
        let place = try Place()
        try place.write("{\"about\": {}}", to: "\(place.home)/.config/forage/providers/museum.json")
        let ending = try await forageAtSandbox(command + ["--format", "json"], in: place)
        let museum = try #require(
            try ending.json["outcomes"].list.first { $0["provider"].string == "museum" })
        #expect(museum["reason"].string?.hasPrefix(Wording.Settings.definitionIsRefused) == true)
    }

    @Test("the sandbox names unknown services in one sentence, and nothing fails")
    func notSimulated() async throws {
        let place = try Place()
        let definition = try place.write(Place.definition(called: "museum"), to: "museum.json")
        let ending = try await forage(
            "search", "owl", "--sandbox", "--definition", definition, "--provider", "museum,duckduckgo",
            "--verbose", in: place, environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()])
        #expect(ending.code == 0)
        #expect(
            ending.messages.contains(
                Wording.Results.skipped(Wording.Services.notSimulated("api.museum.example"))))
    }

    @Test("Openverse is asked for the matching licences")
    func licences() async throws {
        let environment = [
            "FORAGE_DEFINITIONS_SHIPPED": "true", "FORAGE_SANDBOX": try SharedSandbox.address.get(),
        ]
        let ending = try await forage(
            "search", "owl", "--licence", "cc0", "--sandbox", "--provider", "openverse", "--format", "json",
            "--no-measure", environment: environment)
        #expect(ending.code == 0)
        let outcome = try ending.json["outcomes"][0]
        #expect(outcome["filters"][0]["handling"].string == "honoured")
        let licences = try ending.json["items"].list.map { $0["licence"]["id"].string }
        #expect(!licences.isEmpty && Set(licences) == ["cc0-1.0"])
    }

    @Test(
        "an unreadable definition on the command line stops the command",
        arguments: [
            ["search", "owl"], ["show", "duckduckgo:owl"], ["providers"], ["providers", "check"],
        ])
    func unreadable(typed: [String]) async throws {
        for (path, reason) in [("none.json", Wording.Files.noSuchFile), (".", Wording.Files.folder)] {
            let ending = try await RunningProgram(
                ["forage"] + typed + ["--sandbox", "--definition", path], in: Place()
            ).ending()
            #expect(ending.code == 78)
            #expect(ending.output.isEmpty)
            #expect(ending.messages == "\(Wording.Files.unreadable(at: path, reason))\n")
        }
    }

    @Test("definitions in the current folder are ignored")
    func folder() async throws {
        let place = try Place()
        let bytes = try Data(contentsOf: URL(filePath: Self.openverse))
        try place.write(bytes, to: "Providers/Definitions/openverse.json")
        try place.write(bytes, to: "providers/openverse.json")
        let ending = try await forage("config", "show", in: place)
        #expect(try ending.json["providers"]["openverse"].isMissing)
    }

    @Test("config schema definition prints the schema")
    func schema() async throws {
        let ending = try await forage("config", "schema", "definition")
        let written = Self.checkout.appending(path: "docs/definition.schema.json")
        #expect(Data(ending.output.utf8) == (try Data(contentsOf: written)))
    }
}
