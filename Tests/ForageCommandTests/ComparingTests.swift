import Essentials
import JSON
import Testing

@Suite("--compare-thumbnails")
struct ComparingTests {
    private static let search = [
        "--sandbox", "search", "snowy owl", "-p", "flickr,commons", "--no-measure", "-f", "json",
    ]

    private func results(
        _ options: [String], in place: Place, _ environment: [String: String] = [:]
    ) async throws -> RunningProgram.Ending {
        let sandbox = [
            "FORAGE_SANDBOX": try SharedSandbox.address.get(), "FORAGE_DEFINITIONS_SHIPPED": "true",
        ]
        return try await RunningProgram(
            ["forage"] + Self.search + options, in: place,
            environment: sandbox.merging(environment) { $1 }
        ).ending()
    }

    /// What comes of it once this machine had time to look at everything.
    private func compared(
        _ options: [String] = [], in place: Place, _ environment: [String: String] = [:]
    ) async throws -> RunningProgram.Ending {
        var ending = try await results(["--compare-thumbnails"] + options, in: place, environment)
        for _ in 0..<20 where try sources(ending).allSatisfy({ $0.count == 1 }) {
            ending = try await results(["--compare-thumbnails"] + options, in: place, environment)
        }
        return ending
    }

    private func sources(_ ending: RunningProgram.Ending) throws -> [[String]] {
        try ending.json["items"].list.map { item in
            item["sources"].list.compactMap { $0["provider"].string }
        }
    }

    @Test("a photo that two services have in two sizes is one result, with the reason and both credits")
    func merged() async throws {
        let place = try Place()
        let apart = try sources(try await results([], in: place))
        #expect(apart.allSatisfy { $0.count == 1 })
        let ending = try await compared(["--explain"], in: place)
        let item = try #require(try ending.json["items"].list.first { $0["sources"].count == 2 })
        #expect(Set(item["sources"].list.map { $0["provider"].string }) == ["flickr", "commons"])
        #expect(item["sources"].list.allSatisfy { $0["attribution"]["text"].string?.isEmpty == false })
        #expect(
            item["explain"]["merged"][0]["because"].string
                == "same look (thumbnails compared), shape and maker")
        #expect(try ending.json["items"].count < apart.count)
        #expect(!ending.messages.contains("not compared"))
    }

    @Test("is a setting, too, and a second search asks no one")
    func setting() async throws {
        let place = try Place()
        let setting = ["FORAGE_COMPARE_THUMBNAILS": "true"]
        let first = try await compared(in: place)
        let second = try await compared(["--offline"], in: place)
        #expect(try sources(second) == sources(first))
        let configured = try await results(["--offline"], in: place, setting)
        #expect(try sources(configured) == sources(first))
    }

    @Test("what was recorded is replayed byte for byte, where neither network nor pictures are")
    func replayed() async throws {
        let place = try Place()
        let file = "\(place.folder)/run.json"
        let recorded = try await compared(["--record", file], in: place)
        #expect(try sources(recorded).contains { $0.count == 2 })
        let replayed = try await forage("replay", file, in: Place())
        #expect(replayed.output == recorded.output)
        #expect(replayed.code == 0)
    }
}
