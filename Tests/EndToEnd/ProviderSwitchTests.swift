import JSON
import Platform
import TestWording
import Testing

@Suite("forage providers enable and disable")
struct ProviderSwitchTests {
    private let place: Place

    init() throws { place = try Place() }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func state(_ environment: [String: String] = [:]) async throws -> String? {
        try await forage("providers", "--format", "jsonl", in: place, environment: environment)
            .jsonLines[0]["state"].string
    }

    @Test("your own file is created if it is missing")
    func newFile() async throws {
        let ending = try await forage("providers", "disable", "duckduckgo", in: place)
        #expect(ending.code == 0)
        #expect(ending.output == "duckduckgo is now disabled in \(place.ownConfiguration).\n")
        #expect(ending.messages.isEmpty)
        #expect(try await state() == "off")
        #expect(try text(place.ownConfiguration).hasPrefix("{\n  \"$schema\": \"urn:forage:config:1\""))
        let again = try await forage("providers", "disable", "duckduckgo", in: place)
        #expect(again.code == 0)
        #expect(again.output == "duckduckgo is already disabled.\n")
    }

    @Test("the file that configures the provider is changed, and nothing else in it")
    func definingFile() async throws {
        try place.write(#"{"timeout": 3}"#, to: place.ownConfiguration)
        let before =
            "{\r\n\t\"$schema\" : \"urn:forage:config:1\",\n  \"providers\": {\"duckduckgo\": {\"enabled\" :true}}}"
        let file = try place.write(before.utf8, to: "config.json", permissions: 0o664)
        let ending = try await forage("providers", "disable", "duckduckgo", "duckduckgo", in: place)
        #expect(ending.output == "duckduckgo is now disabled in config.json.\n")
        #expect(try text(file) == before.replacing(":true", with: ":false"))
        #expect(try text(place.ownConfiguration) == #"{"timeout": 3}"#)
        #expect(try await forage("providers", "enable", "duckduckgo", in: place).code == 0)
        #expect(try text(file) == before)
    }

    @Test("a variable that overrides the change is reported")
    func lastWord() async throws {
        let environment = ["FORAGE_PROVIDERS_DUCKDUCKGO_ENABLED": "true"]
        let ending = try await forage(
            "providers", "disable", "duckduckgo", in: place, environment: environment)
        #expect(ending.code == 1)
        #expect(
            ending.messages
                == "forage: duckduckgo is still enabled: \(Wording.Settings.variable("FORAGE_PROVIDERS_DUCKDUCKGO_ENABLED")) "
                + "takes precedence.\n")
    }

    @Test("a broken file is left unchanged")
    func broken() async throws {
        let before = #"{"providers": {"duckduckgo": {"enabled": true}, "duckduckgo": {}}}"#
        try place.write(before, to: place.ownConfiguration)
        let ending = try await forage("providers", "disable", "duckduckgo", in: place)
        #expect(ending.code == 78)
        #expect(ending.output.isEmpty)
        #expect(try text(place.ownConfiguration) == before)
    }

    @Test("simultaneous changes of several providers are all kept")
    func atOnce() async throws {
        let names = ["duckduckgo", "flickr", "unsplash", "cocoacasts"]
        let noVariable = ["FORAGE_PROVIDERS_COCOACASTS_ENABLED": ""]
        for (action, isEnabled) in [("disable", false), ("enable", true), ("disable", false)] {
            let programs = try names.map {
                try RunningProgram(
                    ["forage", "providers", action, $0], in: place, environment: noVariable)
            }
            for program in programs { #expect(try await program.ending().code == 0) }
            let shown = try await forage("config", "show", in: place, environment: noVariable)
            let providers = try shown.json["providers"]
            for name in names { #expect(providers[name]["enabled"].bool == isEnabled, "\(action) \(name)") }
        }
    }

    @Test("names are accepted in any case")
    func anyCase() async throws {
        let ending = try await forage("providers", "disable", "DuckDuckGo", "duckduckgo", in: place)
        #expect(ending.code == 0)
        #expect(ending.output == "duckduckgo is now disabled in \(place.ownConfiguration).\n")
    }

    @Test("a group stands for all of its providers")
    func group() async throws {
        let shipped = ["FORAGE_DEFINITIONS_SHIPPED": "true"]
        let members: Set = ["apod", "nasa", "nasacast", "smithsonian"]
        for (action, isEnabled) in [("enable", true), ("disable", false)] {
            let ending = try await forage(
                "providers", action, "Space", "nasa", in: place, environment: shipped)
            #expect(ending.code == 0)
            #expect(ending.output.split(separator: "\n").count == members.count)
            let providers = try await forage("config", "show", in: place, environment: shipped)
                .json["providers"]
            #expect(members.allSatisfy { providers[$0]["enabled"].bool == isEnabled })
            #expect(providers["gbif"]["enabled"].bool == false)
        }
        let shown = try await forage(
            "providers", "show", "space", "--format", "json", in: place, environment: shipped)
        let listed = try shown.json["providers"].elements
        #expect(Set(listed.compactMap { $0["id"].string }) == members)
        #expect(listed.allSatisfy { $0["groups"].elements.contains { $0.string == "space" } })
    }

    @Test("an unknown name is corrected to the nearest group")
    func unknownGroup() async throws {
        let ending = try await forage(
            "providers", "enable", "museum", in: place, environment: ["FORAGE_DEFINITIONS_SHIPPED": "true"])
        #expect(ending.code == 64)
        #expect(ending.messages.contains("\"museums\""))
    }

    @Test("a read-only file is left unchanged, with a message")
    func readOnly() async throws {
        let before = #"{"providers": {"duckduckgo": {"enabled": true}}}"#
        try place.write(before.utf8, to: place.ownConfiguration, permissions: 0o444)
        let ending = try await forage("providers", "disable", "duckduckgo", in: place)
        #expect(ending.code == 1)
        #expect(ending.output.isEmpty)
        #expect(
            ending.messages
                == "forage: \(Wording.Files.unwritable(place.ownConfiguration, Wording.Files.readOnly)).\n")
        #expect(try text(place.ownConfiguration) == before)
    }

    @Test("a file that cannot be written is reported")
    func unwritable() async throws {
        try place.write("no folder", to: "\(place.home)/.config")
        let ending = try await forage("providers", "disable", "duckduckgo", in: place)
        #expect(ending.code != 0)
        #expect(ending.output.isEmpty)
        #expect(!ending.messages.isEmpty)
    }
}
