import JSON
import LoopbackClient
import Platform
import TestWording
import Testing

@Suite("forage watch", .timeLimit(.minutes(3)))
struct WatchTests {
    private let place: Place

    init() throws { place = try Place() }

    private func watch(
        _ arguments: String..., sandbox: String? = nil
    ) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            ["forage", "--sandbox", "watch"] + arguments, in: place,
            environment: [
                "FORAGE_SANDBOX": try sandbox ?? SharedSandbox.address.get(), "FORAGE_MEASURE": "false",
            ]
        ).ending()
    }

    @Test("a search is saved with its filters, listed and removed")
    func saved() async throws {
        let added = try await watch("add", "owls", "barn owl", "-p", "unsplash", "--limit", "7")
        #expect(added.code == 0 && added.messages == "Saved owls: barn owl from:unsplash\n")
        #expect(try await watch("add", "owls", "owl").code == 64)
        #expect(try await watch("add", "Owls!", "owl").code == 64)
        #expect(try await watch("add", "foxes", "fox kind:foto").code == 64)
        let list = try await watch("list", "--format", "jsonl").jsonLines
        #expect(list.map(\.["query"].string) == ["barn owl from:unsplash"])
        #expect(list[0]["limit"].int == 7 && !list[0]["ran"].exists)
        #expect(try await watch("remove", "owl").messages.contains(Wording.Usage.didYouMean("owls")))
        #expect(try await watch("remove", "owls").code == 0)
        #expect(try await watch("list").messages.contains("There are no saved searches."))
    }

    @Test("each result is written once")
    func once() async throws {
        _ = try await watch("add", "owls", "owl", "-p", "unsplash,flickr", "-n", "10")
        let first = try await watch("run")
        #expect(first.code == 0 && first.outputLines.count == 10, "\(first.messages)")
        let second = try await watch("run", "owls")
        #expect(second.code == 0 && second.output.isEmpty && second.messages.isEmpty, "\(second.messages)")
        #expect(try await watch("list", "--format", "jsonl").jsonLines[0]["found"].int == 10)
    }

    @Test("results of a provider that failed are new later, and the others are written")
    func failing() async throws {
        let sandbox = try RunningProgram(["forage-sandbox", "--fault", "api.unsplash.com:500"], in: place)
        _ = try await watch("add", "owls", "owl", "-p", "unsplash,flickr", "-n", "400")
        let first = try await watch("run", sandbox: try await sandbox.address())
        sandbox.interrupt()
        #expect(first.code == 3)
        #expect(first.outputLines.count > 0 && first.outputLines.allSatisfy { $0.hasPrefix("flickr:") })
        #expect(first.messages.contains("unsplash"))
        let second = try await watch("run", "--refresh")
        #expect(second.outputLines.contains { $0.hasPrefix("unsplash:") }, "\(second.messages)")
        #expect(Set(first.outputLines).isDisjoint(with: second.outputLines))
    }

    @Test("runs at the same time write each result once")
    func together() async throws {
        _ = try await watch("add", "owls", "owl", "-p", "flickr", "-n", "10")
        async let one = watch("run", "owls")
        async let other = watch("run", "owls")
        let lines = try await one.outputLines + other.outputLines
        #expect(lines.count == 10 && Set(lines).count == 10)
    }

    @Test("new files are downloaded with their credits, once")
    func files() async throws {
        _ = try await watch("add", "owls", "owl", "-p", "unsplash", "-n", "3")
        let ending = try await watch("run", "owls", "--get", "--to", "owls", "--size", "small")
        #expect(ending.code == 0, "\(ending.messages)")
        #expect(ending.outputLines.count == 3 && ending.outputLines.allSatisfy { $0.hasPrefix("saved\t") })
        let names = try FileManager.default.subpathsOfDirectory(atPath: place.folder + "/owls")
        #expect(names.count { $0.hasSuffix(".credit.json") } == 3)
        let again = try await watch("run", "owls", "--get", "--to", "other")
        #expect(again.code == 0 && again.output.isEmpty)
        #expect(try await watch("run", "owls", "--to", "owls").code == 64)
        #expect(try await watch("run", "owls", "--get", "--quiet").messages.isEmpty)
    }

    @Test("a feed has the last results, also those of earlier runs, and the gallery serves it")
    func feed() async throws {
        _ = try await watch("add", "owls", "owl", "-p", "unsplash", "-n", "4")
        _ = try await watch("run")
        let atom = try await watch("run", "owls", "--format", "atom").output
        #expect(atom.ranges(of: "<entry>").count == 4 && atom.contains("<rights>"))
        #expect(try await watch("run", "owls", "--format", "rss").output.ranges(of: "<item>").count == 4)
        let json = try await watch("run", "owls", "--format", "jsonfeed").json
        #expect(json["items"].list.count == 4)
        #expect(try await watch("run", "owls", "--format", "atom", "--get").code == 64)
        _ = try await watch("add", "foxes", "fox")
        #expect(try await watch("run", "--format", "atom").code == 64)

        let gallery = try RunningProgram(["forage", "--sandbox", "serve"], in: place)
        let port = try await gallery.port()
        let answer = try await LoopbackConnection.request("/feed/owls.atom", port: port)
        #expect(answer?.status == 200)
        #expect(answer?["Content-Type"] == "application/atom+xml; charset=utf-8")
        #expect(answer?.text.ranges(of: "<entry>").count == 4)
        #expect(
            answer?.text.contains(
                "rel=\"self\" type=\"application/atom+xml\" href=\"http://localhost/feed/owls.atom\"") == true
        )
        #expect(try await LoopbackConnection.request("/feed/none.atom", port: port)?.status == 404)
        gallery.interrupt()
        _ = try await gallery.ending()
    }
}
