import JSON
import Platform
import TestWording
import Testing

@Suite("Episodes of Cocoacasts")
struct EpisodesTests {
    private let episodes = """
        [{"id":2,"title":"Drawing Owls","collection":"Birds","excerpt":"*Two* owls","author":"Ada Ashdown",
          "thumbnail_url":"https://cocoacasts.s3.amazonaws.com/birds-drawing-owls/birds-drawing-owls.svg",
          "duration":90,"published_at":"2018-04-17T04:30:00+00:00"},
         {"id":1,"title":"Drawing Boats"}]
        """

    private func atSandbox(
        _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> RunningProgram.Ending {
        let running = ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        return try await RunningProgram(
            ["forage", "--sandbox"] + arguments, in: try Place(),
            environment: running.merging(environment) { $1 }
        ).ending()
    }

    @Test("a search filters the list of every source", arguments: ["static", "api", "v1"])
    func search(source: String) async throws {
        let ending = try await atSandbox(
            "search", "owl", "-p", "cocoacasts", "-f", "json",
            environment: ["FORAGE_PROVIDERS_COCOACASTS_SOURCE": source])
        #expect(ending.code == 0)
        let items = try ending.json["items"].list
        #expect(items.count >= 3)
        #expect(items.allSatisfy { $0["kind"].string == "episode" })
        #expect(items.allSatisfy { $0["renditions"].list.first?["type"].string == "image/svg+xml" })
        #expect(Set(items.compactMap { $0["id"].string }).count == items.count)
    }

    @Test("an episode is shown by its id")
    func show() async throws {
        let found = try await atSandbox(
            "search", "owl", "-p", "cocoacasts", "-n", "1", "--fields", "id,title")
        let columns = try #require(found.outputLines.first).split(separator: "\t").map(String.init)
        let shown = try await atSandbox("show", columns[0], "--format", "json")
        #expect(try shown.json["item"]["title"].string == columns[1])
        #expect(try shown.json["item"]["collection"].string == "Building an Owl Tracker")
    }

    @Test("a source without its key is skipped, with the variable to set")
    func key() async throws {
        let ending = try await forage(
            "search", "owl", "-p", "cocoacasts", environment: ["FORAGE_PROVIDERS_COCOACASTS_SOURCE": "api"])
        #expect(ending.code == 1)
        #expect(
            ending.messages.contains(Wording.Settings.setVariable("COCOACASTS_API_KEY")))
    }

    @Test(
        "a link in a folder does not lead a project file out of it",
        arguments: ["list.json", "up/list.json"])
    func link(file: String) async throws {
        let place = try Place()
        let elsewhere = try Place()
        try elsewhere.write(episodes, to: "list.json")
        try FileManager.default.createSymbolicLink(
            atPath: "\(place.folder)/up", withDestinationPath: elsewhere.folder)
        try FileManager.default.createSymbolicLink(
            atPath: "\(place.folder)/list.json", withDestinationPath: "\(elsewhere.folder)/list.json")
        try place.write(
            "{\"$schema\":\"urn:forage:config:1\",\"providers\":{\"cocoacasts\":{\"file\":\"\(file)\"}}}",
            to: "config.json")
        let ending = try await forage("search", "owls", "-p", "cocoacasts", in: place)
        #expect(ending.code == 1)
        #expect(ending.output.isEmpty)
        #expect(ending.messages.contains("is outside the folder"))
    }

    @Test("a project file may name a file of episodes in its folder")
    func file() async throws {
        let place = try Place()
        try place.write(episodes, to: "episodes.json")
        try place.write(
            #"{"$schema":"urn:forage:config:1","providers":{"cocoacasts":{"file":"episodes.json"}}}"#,
            to: "config.json")
        let ending = try await forage(
            "search", "birds", "-p", "cocoacasts", "-f", "json", in: place,
            environment: ["FORAGE_MEASURE": "false"])
        let item = try #require(try ending.json["items"].list.first)
        #expect(item["id"].string == "cocoacasts:2-birds-drawing-owls")
        #expect(item["summary"].string == "Two owls")
        #expect(item["pageURL"].string == "https://cocoacasts.com/birds-drawing-owls")
        #expect(try ending.json["outcomes"].list[0]["origin"].string == "file")
    }

    @Test("a saved list is decoded like any other answer")
    func decode() async throws {
        let place = try Place()
        let file = try place.write(episodes, to: "saved.json")
        let found = try await forage(
            "decode", "cocoacasts", file, "-q", "owl", "--fields", "title", in: place,
            environment: ["FORAGE_MEASURE": "false"])
        #expect(found.output == "Drawing Owls\n")
        let all = try await forage(
            "decode", "cocoacasts", file, "--request", "browse", "--fields", "title", in: place,
            environment: ["FORAGE_MEASURE": "false"])
        #expect(all.output == "Drawing Owls\nDrawing Boats\n")
    }
}
