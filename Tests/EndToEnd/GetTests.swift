import JSON
import LoopbackClient
import Platform
import TestReaders
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("forage get", .timeLimit(.minutes(3)))
struct GetTests {
    private let place: Place

    init() throws { place = try Place() }

    private func atSandbox(
        _ arguments: String..., input: String = "/dev/null", screen: PseudoTerminal? = nil
    ) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            ["forage", "--sandbox"] + arguments, in: place,
            environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()], input: input, screen: screen
        ).ending()
    }

    private func ids(_ count: Int, from provider: String = "unsplash") async throws -> [String] {
        let ending = try await atSandbox(
            "search", "owl", "-p", provider, "-n", "\(count)", "--fields", "id", "--no-measure")
        return ending.outputLines.map(String.init)
    }

    private func files(_ folder: String = "") throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: place.folder + "/" + folder)
        // Where coverage is measured, forage-image leaves a file in the current folder.
        return names.filter { $0.contains(".") && !$0.hasSuffix(".profraw") }.sorted()
    }

    /// The number of files in the folder that have a credit.
    private func creditedCount() throws -> Int {
        let names = Set((try? files("owls")) ?? [])
        let ending = ".credit.json"
        return names.count { $0.hasSuffix(ending) && names.contains(String($0.dropLast(ending.count))) }
    }

    @Test(
        "if Cloudinary's account is closed, the SVG is saved with a note; an original never uses Cloudinary",
        arguments: [("full", true), ("200x", true), ("original", false)])
    func closedAccount(size: String, isNoted: Bool) async throws {
        let sandbox = try RunningProgram(["forage-sandbox", "--fault", "res.cloudinary.com:401"], in: place)
        defer { sandbox.interrupt() }
        let ending = try await RunningProgram(
            ["forage", "--sandbox", "get", "-q", "swift kind:episode", "-n", "1", "--size", size], in: place,
            environment: ["FORAGE_SANDBOX": try await sandbox.address()]
        ).ending()
        #expect(ending.code == 0, "\(ending.messages)")
        #expect(try files().contains { $0.hasSuffix(".svg") })
        let isFallback = ending.outputLines.contains { $0.contains(Wording.Pictures.noDrawing) }
        #expect(isFallback == isNoted, "\(ending.outputLines)")
    }

    @Test("a pixel ratio requires a width", arguments: [["--size", "full"], []])
    func ratioWithoutWidth(size: [String]) async throws {
        let ending = try await RunningProgram(
            ["forage", "get", "unsplash:x", "--pixel-ratio", "2"] + size, in: place, environment: [:]
        ).ending()
        #expect(ending.code == 64 && ending.messages.contains("--pixel-ratio"), "\(ending.messages)")
    }

    @Test("the results of a search are downloaded with credits, and not a second time")
    func query() async throws {
        let first = try await atSandbox(
            "get", "--query", "owl", "--provider", "unsplash", "--to", "owls")
        #expect(first.code == 64 && first.messages.contains("--provider"))
        let ending = try await atSandbox(
            "get", "--query", "owl from:unsplash", "-n", "5", "--to", "owls", "--size", "small")
        #expect(ending.code == 0, "\(ending.messages)")
        #expect(ending.outputLines.count == 5)
        #expect(
            ending.outputLines.allSatisfy { $0.hasPrefix("saved\tunsplash:") && $0.contains("\tunsplash/") })
        #expect(ending.messages.contains("5 saved"))
        let names = try files("owls")
        #expect(names.count == 10)
        #expect(names.filter { $0.hasSuffix(".png") }.count == 5)
        let again = try await atSandbox(
            "get", "--query", "owl from:unsplash", "-n", "5", "--to", "owls", "--size", "small")
        #expect(again.code == 0)
        #expect(again.outputLines.allSatisfy { $0.hasPrefix("there\t") })
        #expect(again.messages.contains(Wording.Downloads.there(5)))
        #expect(try files("owls") == names)
    }

    @Test("Unsplash is notified of each file once, with the query of its photo")
    func notice() async throws {
        let id = try await ids(1)[0]
        let local = id.dropFirst("unsplash:".count)
        func notices() async throws -> [JSONValue] {
            let port = try SharedSandbox.address.get().split(separator: ":").last.flatMap {
                Int($0.prefix { $0 != "/" })
            }
            let log = try await LoopbackConnection.request("/sandbox/requests", port: #require(port))
            return try JSONDocument(#require(log).body, mode: .strict).root.list
                .filter { $0["path"].string == "/photos/\(local)/download" }
        }
        let before = try await notices().count
        #expect(try await atSandbox("get", id, "--size", "thumbnail").code == 0)
        #expect(try await atSandbox("get", id, "--size", "thumbnail").code == 0)
        let sent = try await notices()
        #expect(sent.count == before + 1)
        #expect(sent.last?["parameters"]["ixid"].string?.isEmpty == false)
    }

    @Test("ids and results are read from a file or standard input, in order")
    func lines() async throws {
        let found = try await atSandbox(
            "search", "owl", "-p", "unsplash,flickr", "-n", "3", "--format", "jsonl", "--no-measure")
        let ids = try found.jsonLines.last?["order"].list.compactMap(\.string) ?? []
        #expect(ids.count == 3)
        let file = try place.write(found.output + "\nnonsense\n", to: "found.jsonl")
        let ending = try await atSandbox(
            "get", "-", "--size", "thumbnail", "--name", "{id}", "--format", "jsonl", input: file)
        #expect(ending.code == 3)
        let lines = try ending.jsonLines
        #expect(lines.dropLast().map { $0["id"].string } == ids + ["nonsense"])
        #expect(lines.dropLast().map { $0["result"].string } == ids.map { _ in "saved" } + ["failed"])
        #expect(lines.last?["saved"].int == ids.count && lines.last?["failed"].int == 1)
        let from = try await atSandbox(
            "get", "--from", "found.jsonl", "--size", "thumbnail", "--name", "{id}")
        #expect(from.outputLines.filter { $0.hasPrefix("there\t") }.count == ids.count)
    }

    @Test(
        "a list in another format than JSON is refused in one sentence",
        arguments: ["id,kind,title\nbirds:1,photo,Owl\n", "[\n]\n"])
    func otherFormat(text: String) async throws {
        let path = try place.write(text, to: "found.txt")
        let ending = try await forage("get", "--from", path, in: place)
        #expect(ending.code == 64 && ending.output.isEmpty)
        #expect(
            ending.messages.contains(
                "give a list of IDs, or the output of a search with --format json or jsonl."))
        #expect(ending.messageLines.count == 1)
    }

    @Test("the document of a search lists what to download, and numbers for show and credit")
    func document() async throws {
        let found = try await atSandbox("search", "owl kind:photo", "--limit", "2", "--format", "json")
        let items = Array(try JSONDocument(Array(found.output.utf8), mode: .strict).root["items"].elements)
        let ids = items.compactMap { $0["id"].string }
        let file = try place.write(found.output, to: "owls.forage.json")
        let got = try await atSandbox("get", "--from", file, "--size", "thumbnail", "--format", "jsonl")
        #expect(got.code == 0)
        #expect(try got.jsonLines.dropLast().map { $0["id"].string } == ids)
        let shown = try await atSandbox("show", "2", "--from", file, "--format", "json")
        #expect(shown.output.contains(#""id": "\#(ids[1])""#))
        let credit = try await atSandbox("credit", "1", "--from", file, "--format", "text")
        #expect(credit.outputLines.first.map(String.init) == items[0]["attribution"]["text"].string)
        #expect(try await atSandbox("show", "3", "--from", file).code == 64)
    }

    @Test("a dry run prints the paths and downloads nothing; --quiet hides successes")
    func trial() async throws {
        let id = try await ids(1)[0]
        let trial = try await atSandbox(
            "get", id, "--dry-run", "--name", "{provider}/{id}.{ext}", "--to", "new")
        #expect(trial.code == 0)
        #expect(trial.output.hasPrefix("planned\t\(id)\tunsplash/"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder) == [])
        try place.write("", to: "file")
        for folder in ["file", "file/new"] {
            let refused = try await atSandbox("get", id, "--dry-run", "--to", folder)
            #expect(
                refused.code == 1 && refused.messages.contains(Wording.Files.isUnwritable),
                "\(refused.messages)")
        }
        try FileManager.default.removeItem(atPath: place.folder + "/file")
        let quiet = try await atSandbox("get", id, "--quiet", "--size", "thumbnail", "--name", "{id}")
        #expect(quiet.code == 0 && quiet.output.isEmpty && quiet.messages.isEmpty)
        #expect(try files().count == 2)
    }

    @Test("a failed download is reported, and the others are done")
    func failures() async throws {
        let id = try await ids(1)[0]
        let ending = try await atSandbox("get", "unsplash:missing", id, "--size", "thumbnail")
        #expect(ending.code == 3)
        #expect(ending.outputLines.first?.hasPrefix("failed\tunsplash:missing\t") == true)
        #expect(ending.messages.contains("1 saved") && ending.messages.contains("1 failed"))
        #expect(try await atSandbox("get", "unsplash:missing").code == 1)
    }

    @Test("an unwritable folder is reported before any request")
    func unwritable() async throws {
        try place.write("a file", to: "taken")
        let ending = try await atSandbox("get", "--query", "owl", "--to", "taken")
        #expect(ending.code == 1)
        #expect(ending.messages.contains("taken \(Wording.Files.isUnwritable)") && ending.output.isEmpty)
    }

    @Test(
        "usage errors are explained",
        arguments: [
            ([], Wording.Usage.nameDownloads), (["a:b", "--query", "owl"], Wording.Usage.oneOfThese),
            (["owl"], Wording.Usage.isNotAnID),
            (["unsplsh:a"], "\"unsplash\""), (["unsplash:a", "--size", "huge"], "not a size"),
            (["unsplash:a", "--max-size", "-1"], "20M"), (["unsplash:a", "--limit", "3"], "--query"),
            (["unsplash:a", "--name", "{titel}"], "At character 2 of the name"),
            (["unsplash:a", "--jobs", "0"], "whole number"),
        ])
    func misuse(arguments: [String], words: String) async throws {
        let ending = try await RunningProgram(["forage", "get"] + arguments, in: place).ending()
        #expect(ending.code == 64)
        #expect(ending.messages.contains(words), "\(ending.messages)")
        #expect(try files() == [])
    }

    @Test("on a screen an error in a template is marked, and progress is cleared at the end")
    func screen() async throws {
        let wrong = try await atSandbox(
            "get", "unsplash:a", "--name", "x {titel}", screen: PseudoTerminal(width: 80))
        #expect(wrong.output.contains("^~~~~"))
        let ids = try await ids(3)
        let file = try place.write(ids.joined(separator: "\n"), to: "ids.txt")
        let ending = try await atSandbox(
            "get", "--from", file, "--size", "thumbnail", "--name", "{id}",
            screen: PseudoTerminal(width: 80, height: 5))
        #expect(ending.code == 0)
        var screen = SimulatedScreen(width: 80, height: 5)
        screen.obey(ending.output)
        #expect(screen.transcript.filter { $0.hasPrefix("saved ") }.count == 3)
        #expect(screen.transcript.count == 4)
        #expect(screen.transcript.last?.hasPrefix("3 saved") == true)
    }

    @Test("on a screen that becomes narrower progress is redrawn in place")
    func resized() async throws {
        let ids = try await ids(3)
        let sandbox = try RunningProgram(
            ["forage", "sandbox", "--port", "0", "--fault", "images.unsplash.com:delay=2000"], in: Place())
        let terminal = try PseudoTerminal(width: 100, height: 12)
        let run = try await RunningProgram(
            ["forage", "--sandbox", "get", "--size", "thumbnail"] + ids, in: place,
            environment: ["FORAGE_SANDBOX": sandbox.address()], screen: terminal)
        var screen = SimulatedScreen(width: 100, height: 12)
        // Three transfers and their total.
        while run.hasNotEnded, screen.shown.count < 4 {
            try await Task.sleep(for: .milliseconds(5))
            screen.obey(String(decoding: terminal.read(), as: UTF8.self))
        }
        run.hold()
        screen.obey(String(decoding: terminal.read(), as: UTF8.self))
        try terminal.resize(width: 40, height: 12)
        screen.narrow(to: 40)
        run.letGo()
        let before = screen.frames.count
        try await screen.obey(run.ending().output)
        #expect(screen.frames.dropFirst(before).contains { $0.count == 4 })
        #expect(screen.frames.dropFirst(before).allSatisfy { $0.count { $0.contains(" of 3, ") } <= 1 })
        #expect(screen.transcript.last?.hasPrefix("3 saved") == true)
        #expect(!screen.transcript.contains { $0.contains(" of 3, ") })
        sandbox.interrupt()
        _ = try await sandbox.ending()
    }

    @Test(
        "Ctrl-C ends with 130 and says how to continue, even if pressed twice", arguments: [1, 2])
    func interrupted(count: Int) async throws {
        let ids = try await ids(3)
        try place.write((ids + ["unsplash:missing"]).joined(separator: "\n") + "\n", to: "ids")
        let sandbox = try RunningProgram(
            ["forage", "sandbox", "--port", "0", "--fault", "images.unsplash.com:delay=60000"], in: Place())
        let run = try await RunningProgram(
            ["forage", "--sandbox", "get", "--from", "ids"], in: place,
            environment: ["FORAGE_SANDBOX": sandbox.address()])
        try await run.firstLineOfFailure(in: place)
        for _ in 0..<count {
            run.interrupt()
            usleep(1_000)
        }
        let ending = try await run.ending()
        #expect(ending.code == 130)
        #expect(
            ending.messages.contains(Wording.Downloads.toContinue)
                && ending.messages.contains(" not downloaded, in "))
        sandbox.interrupt()
        _ = try await sandbox.ending()
    }

    @Test("a broken-off download says that its part is kept")
    func kept() async throws {
        let id = try await ids(1)[0]
        let sandbox = try RunningProgram(
            ["forage", "sandbox", "--port", "0", "--fault", "images.unsplash.com:cut=20000,norange"],
            in: Place())
        let ending = try await RunningProgram(
            ["forage", "--sandbox", "get", id, "--format", "jsonl"], in: place,
            environment: ["FORAGE_SANDBOX": sandbox.address()]
        ).ending()
        #expect(ending.code == 1)
        #expect(
            ending.messages.contains(
                "\(Wording.Downloads.keptBeginning("1 file")) \(Wording.Downloads.continueAgain)."))
        #expect(try ending.jsonLines.last?["bytes"].int ?? 0 >= 20_000)
        sandbox.interrupt()
        _ = try await sandbox.ending()
    }

    @Test("Ctrl-C while waiting for more ids does the same")
    func interruptedWaiting() async throws {
        let path = place.folder + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let writer = open(path, O_RDWR | O_CLOEXEC)
        defer { close(writer) }
        let run = try RunningProgram(["forage", "--sandbox", "get", "-"], in: place, input: path)
        #expect(write(writer, "no ID\n", 6) == 6)
        try await run.firstLine()
        run.interrupt()
        let ending = try await run.ending()
        #expect(
            ending.code == 130
                && ending.messages.contains("Interrupted. \(Wording.Downloads.continueAgain)"))
    }

    @Test("after kills at any moment, every file is complete and correct in the end")
    func killed() async throws {
        try place.write(try await ids(20).joined(separator: "\n"), to: "ids")
        for milliseconds in [40, 80, 120, 160, 200, 250, 300, 400] {
            let run = try RunningProgram(
                ["forage", "--sandbox", "get", "--from", "ids", "--to", "owls", "--size", "small"], in: place,
                environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()])
            try await Task.sleep(for: .milliseconds(milliseconds))
            kill(run.process, SIGKILL)
            _ = try await run.ending()
        }
        let ending = try await atSandbox("get", "--from", "ids", "--to", "owls", "--size", "small")
        #expect(ending.code == 0, "\(ending.messages)")
        let names = try files("owls")
        #expect(names.count == 40 && !names.contains { $0.contains(".part") || $0.hasSuffix(".new") })
        #expect(try await forage("verify", "owls", in: place).code == 0)
        let port = try #require(SharedSandbox.address.get().split(separator: ":").last.flatMap { Int($0) })
        for name in names where name.hasSuffix(".png") {
            let file = try Data(contentsOf: URL(filePath: "\(place.folder)/owls/\(name)"))
            let credit = try Data(contentsOf: URL(filePath: "\(place.folder)/owls/\(name).credit.json"))
            let url = try JSONDocument(Array(credit), mode: .strict).root["url"].string ?? ""
            let path = "/" + url.dropFirst("https://".count)
            let source = try #require(try await LoopbackConnection.request(path, port: port))
            #expect(source.body == Array(file))
        }
    }

    @Test("a reader that closes the pipe does not stop the downloads")
    func closedPipe() async throws {
        let script = #""$FORAGE" --sandbox get --query "owl from:unsplash" -n 8 --to owls | true"#
        let ending = try await RunningProgram(
            ["/bin/sh", "-c", script], in: place,
            environment: [
                "FORAGE": BuiltPrograms.path(of: "forage"), "FORAGE_SANDBOX": SharedSandbox.address.get(),
            ]
        ).ending()
        #expect(ending.messages.contains("8 saved"))
        #expect(try files("owls").count { $0.hasSuffix(".credit.json") } == 8)
    }

    @Test("file names are numbered in the requested order, however long a lookup takes")
    func order() async throws {
        let slow = try RunningProgram(["forage-sandbox", "--fault", "api.flickr.com:delay=700"], in: Place())
        let list = try await ids(1, from: "flickr") + ids(1)
        let names = try await RunningProgram(
            ["forage", "--sandbox", "get", "--name", "X", "--dry-run"] + list + [list[1]],
            in: Place(), environment: ["FORAGE_SANDBOX": try await slow.address()]
        ).ending()
        #expect(
            names.outputLines.map { $0.split(separator: "\t").map(String.init) } == [
                ["planned", list[0], "X"], ["planned", list[1], "X (2)"],
                ["repeated", list[1], Wording.Downloads.requestedBefore],
            ])
        #expect(names.messages.contains("2 would be downloaded, 1 requested twice"))
        slow.interrupt()
    }

    @Test("equal ids of two providers share a name, unless the name contains the provider")
    func sameID() async throws {
        for (name, fault) in [("slow", "?sandbox-fault=delay=700"), ("fast", "")] {
            let definition = try Place.definition(called: name)
                .replacing("api.\(name).example", with: "api.openverse.org")
                // The address of the lookup, and that of its sample.
                .replacing("{id}/\"", with: "{id}/\(fault)\"").replacing("7a01/\"", with: "7a01/\(fault)\"")
            try place.write(definition, to: "\(place.ownDefinitions)/\(name).json")
        }
        let local = try #require(try await ids(1, from: "fast").first).dropFirst("fast:".count)
        func names(_ template: String) async throws -> [Substring] {
            try await atSandbox(
                "get", "slow:\(local)", "fast:\(local)", "--name", template, "--dry-run"
            ).outputLines.compactMap { $0.split(separator: "\t").last }
        }
        #expect(try await names("{id}") == [local, local + " (2)"])
        #expect(try await names("{provider} {id}") == ["slow " + local, "fast " + local])
    }

    @Test("files named by their ids do not wait for earlier lookups")
    func apart() async throws {
        let slow = try RunningProgram(
            ["forage-sandbox", "--fault", "api.flickr.com:delay=60000"], in: Place())
        let list = try await ids(1, from: "flickr") + ids(2)
        let address = try await slow.address()
        let run = try RunningProgram(
            ["forage", "--sandbox", "get", "--to", "owls", "--size", "small", "--timeout", "60"] + list + [
                list[2]
            ],
            in: place, environment: ["FORAGE_SANDBOX": address])
        while run.hasNotEnded, try creditedCount() < 2 { try await Task.sleep(for: .milliseconds(20)) }
        run.interrupt()
        let ending = try await run.ending()
        #expect(ending.code == 130 && ending.messages.contains("2 saved"))
        slow.interrupt()
    }

    @Test("an empty list is reported, and so are results without a picture")
    func nothing() async throws {
        let empty = try await atSandbox("get", "-", "--to", "owls")
        #expect(empty.code == 1 && empty.messages.contains(Wording.Usage.noIDs))
        let query = try await atSandbox("get", "--query", "owl", "-n", "60", "--dry-run")
        let found = try await atSandbox("search", "owl", "-n", "60", "--format", "json").json["items"].count
        let count = found - query.outputLines.count
        #expect(count > 0 && query.messages.contains("\nLeft out \(count) result"))
    }
}

extension RunningProgram {
    /// Waits until a download has begun: the folder contains a part.
    fileprivate func firstLineOfFailure(in place: Place) async throws {
        while true {
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: place.folder)) ?? []
            if names.contains(where: { $0.hasSuffix(".part") }) { return }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
