import JSON
import Platform
import TestPlaces
import Testing

@Suite("forage providers update, search, install and rollback")
struct ChannelTests {
    private let place: Place
    private let folder: String

    init() throws {
        place = try Place()
        folder = place.folder + "/channel"
    }

    /// Runs a script of the shell with the path of the script that builds channels.
    @discardableResult
    private func shell(_ script: String) async throws -> String {
        let ending = try await RunningProgram(
            ["/bin/sh", "-ec", script, ThisCheckout.folder.appending(path: "Scripts/channel.py").path],
            in: place
        ).ending()
        #expect(ending.code == 0, "\(ending.messages)")
        return ending.output
    }

    private func forageHere(_ arguments: String...) async throws -> RunningProgram.Ending {
        try await RunningProgram(["forage"] + arguments, in: place).ending()
    }

    private func write(_ name: String, version: Int) throws {
        let text = try Place.definition(called: name)
        try place.write(
            text.replacing("\"id\": \"\(name)\"", with: "\"id\": \"\(name)\", \"version\": \(version)"),
            to: "\(name).json")
    }

    private func configure() async throws {
        let output = try await shell(
            "openssl genpkey -algorithm ed25519 -out key && python3 $0 channel key museum.json")
        let command = try #require(output.split(separator: "\n").last).split(separator: " ").dropFirst()
        #expect(try await RunningProgram(["forage"] + command.map(String.init), in: place).ending().code == 0)
        #expect(try await forageHere("config", "set", "definitions.channel", folder).code == 0)
    }

    @Test("a channel is built, signed, verified by openssl, searched and installed from")
    func whole() async throws {
        try write("museum", version: 1)
        try await configure()
        try await shell(
            "openssl pkey -in key -pubout -out public && openssl pkeyutl -verify -rawin -pubin -inkey public -in channel/index.json -sigfile channel/index.json.sig"
        )
        let found = try await forageHere("providers", "search", "museum", "open")
        #expect(found.code == 0 && found.output.hasPrefix("museum 1: The museum."))
        #expect(try await forageHere("providers", "search", "zebra").code == 1)
        #expect(try await forageHere("providers", "install", "museum").output == "museum: 1\n")
        #expect(try await forageHere("providers", "show", "museum").code == 0)

        try write("museum", version: 2)
        try await shell("python3 $0 channel key museum.json")
        #expect(try await forageHere("providers", "update").output == "museum: 1 → 2\n")
        let back = try await forageHere("providers", "rollback", "museum")
        #expect(back.code == 0 && back.output.contains("version 1"))
        let still = try await forageHere("providers", "update")
        #expect(still.code == 0 && still.output.contains("up to date"))
        #expect(
            try await forageHere("providers", "install", "museum", "--pin").output
                == "museum: 1 → 2, pinned\n")
    }

    @Test("a changed definition needs a higher version to be published")
    func unchanged() async throws {
        try write("museum", version: 1)
        try await configure()
        let text = try Place.definition(called: "museum").replacing("The museum", with: "Another")
        try place.write(text, to: "museum.json")
        let ending = try await RunningProgram(
            [
                "/bin/sh", "-c", "python3 $0 channel key museum.json",
                ThisCheckout.folder.appending(path: "Scripts/channel.py").path,
            ], in: place
        ).ending()
        #expect(ending.code == 1 && ending.messages.contains("\"version\""))
        #expect(try await forageHere("providers", "install", "museum").code == 0)
    }

    @Test("one refused definition does not keep others from being renewed")
    func partial() async throws {
        try write("museum", version: 1)
        try write("gallery", version: 1)
        try await configure()
        try await shell("python3 $0 channel key museum.json gallery.json")
        #expect(try await forageHere("providers", "install", "museum", "gallery").code == 0)
        try write("museum", version: 2)
        try write("gallery", version: 2)
        try await shell("python3 $0 channel key museum.json gallery.json && echo >> channel/gallery-2.json")
        let ending = try await forageHere("providers", "update")
        #expect(ending.code == 3 && ending.output == "museum: 1 → 2\n")
        #expect(ending.messages.contains("gallery 2 is refused"))
    }

    @Test("without a channel, and for wrong words, one sentence says what to do")
    func misuse() async throws {
        let update = try await forageHere("providers", "update")
        #expect(update.code == 78 && update.messages.contains("definitions.channelKey"))
        #expect(try await forageHere("providers", "rollback").code == 64)
        #expect(try await forageHere("providers", "rollback", "museum").code == 1)
        try write("museum", version: 1)
        try await configure()
        #expect(try await forageHere("providers", "install").code == 64)
        #expect(try await forageHere("providers", "update", "museum").code == 64)
        let unknown = try await forageHere("providers", "install", "zebra")
        #expect(unknown.code == 1 && unknown.messages.contains("zebra"))
        #expect(
            try await forageHere("config", "set", "definitions.channel", "http://museum.example/").code == 0)
        #expect(try await forageHere("providers", "update").code == 78)
    }

    @Test("a folder's configuration file cannot name a channel or a key")
    func project() async throws {
        try place.write(
            #"{"$schema": "urn:forage:config:1", "definitions": {"channel": "/tmp", "channelKey": "x"}}"#,
            to: "config.json")
        let check = try await forageHere("config", "check")
        #expect(check.code == 78 && check.messages.contains("cannot name a channel"))
        #expect(try await forageHere("providers", "update").code == 78)
    }
}
