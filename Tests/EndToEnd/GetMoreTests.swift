import JSON
import LoopbackClient
import Platform
import TestWording
import Testing

@Suite("Downloads with an archive and embedded credits", .timeLimit(.minutes(2)))
struct GetMoreTests {
    private let place: Place

    init() throws { place = try Place() }

    private func atSandbox(_ arguments: String...) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            ["forage", "--sandbox"] + arguments, in: place,
            environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        ).ending()
    }

    private func get(_ arguments: [String], to folder: String) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            [
                "forage", "--sandbox", "get", "--query", "owl from:unsplash", "-n", "3", "--size",
                "thumbnail",
                "--name", "{id}", "--to", folder,
            ] + arguments, in: place, environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        ).ending()
    }

    @Test(
        "archived files are skipped in other folders and counted, until they are removed from the archive"
    )
    func archive() async throws {
        let empty = try await atSandbox("archive")
        #expect(empty.code == 0 && empty.output.isEmpty && empty.messages.contains("archive is empty"))
        #expect(try await atSandbox("archive", "--format", "jsonl").messages.isEmpty)
        #expect(try await get(["--archive"], to: "one").outputLines.allSatisfy { $0.hasPrefix("saved\t") })
        let second = try await get(["--archive", "--format", "jsonl"], to: "two")
        #expect(second.code == 0)
        let lines = try second.jsonLines
        #expect(lines.dropLast().allSatisfy { $0["result"].string == "archived" })
        #expect(lines.last?["archived"].int == 3 && lines.last?["there"].int == 0)
        #expect(second.messages.contains(Wording.Downloads.archived(3)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder + "/two") == [])
        let there = try await get(["--archive"], to: "one")
        #expect(
            there.messages.contains(Wording.Downloads.there(3))
                && !there.messages.contains(Wording.Downloads.inArchive))

        let listed = try await atSandbox("archive", "list")
        #expect(listed.outputLines.count == 3 && listed.output.contains("\tthumbnail\tunsplash:"))
        let entries = try await atSandbox("archive", "list", "--format", "jsonl").jsonLines
        let id = try #require(entries.first?["id"].string)
        let forgotten = try await atSandbox("archive", "forget", id, id)
        #expect(forgotten.code == 0 && forgotten.messages == "Forgot 1 file.\n")
        let again = try await atSandbox("archive", "forget", id)
        #expect(again.code == 1 && again.messages.contains(Wording.Downloads.notArchived(id)))
        let other = try #require(entries.last?["id"].string)
        let some = try await atSandbox("archive", "forget", id, other, id)
        #expect(
            some.code == 3
                && some.messages.hasPrefix("Forgot 1 file.\n\(Wording.Downloads.notArchived(id)) See"))
        let third = try await get(["--archive"], to: "two")
        #expect(third.outputLines.count { $0.hasPrefix("saved\t") } == 2)
        #expect(third.outputLines.count { $0.hasPrefix("archived\t") } == 1)
        #expect(try await atSandbox("archive", "clear").messages.contains("Forgot 3 files"))
        #expect(try await get([], to: "three").messages.contains("3 saved"))
        #expect(try await atSandbox("archive").output == "")
    }

    @Test("without a usable archive nothing is downloaded, listed or removed")
    func unusableArchive() async throws {
        let folder = "\(place.home)/.local/state/forage"
        try FileManager.default.createDirectory(
            atPath: "\(folder)/sandbox/archive.sqlite", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: "\(folder)/archive.sqlite", withIntermediateDirectories: true)
        let ending = try await get(["--archive"], to: "owls")
        #expect(
            ending.code == 1
                && ending.messages.contains(Wording.Downloads.unopenedArchive))
        #expect(!FileManager.default.fileExists(atPath: place.folder + "/owls"))
        for words in [["list"], ["clear"], ["forget", "unsplash:a"]] {
            let ending = try await RunningProgram(["forage", "archive"] + words, in: place).ending()
            #expect(ending.code == 1 && !ending.messages.contains("Forgot"), "\(ending.messages)")
        }
    }

    @Test(
        "usage errors are explained",
        arguments: [["forget"], ["forget", "owl"], ["list", "all"], ["clear", "all"], ["lst"]])
    func misuse(words: [String]) async throws {
        let ending = try await RunningProgram(["forage", "archive"] + words, in: place).ending()
        #expect(ending.code == 64)
    }

    @Test("a file with an embedded credit is verified, and one that lost it is reported")
    func embedded() async throws {
        #expect(try await get(["--embed-credit"], to: "owls").code == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: place.folder + "/owls").sorted()
        let name = try #require(names.first { $0.hasSuffix(".png") })
        let file = "\(place.folder)/owls/\(name)"
        let bytes = try Array(Data(contentsOf: URL(filePath: file)))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(
            text.contains("<xmpRights:WebStatement>https://unsplash.com/license</xmpRights:WebStatement>"))
        #expect(try await forage("verify", "owls", in: place).code == 0)
        let credit = try JSONDocument(
            Array(Data(contentsOf: URL(filePath: file + ".credit.json"))), mode: .strict
        ).root
        #expect(credit["came"]["then"].elements.map(\.string) == ["credited"])
        let path = "/" + (credit["url"].string ?? "").dropFirst("https://".count)
        let port = try #require(SharedSandbox.address.get().split(separator: ":").last.flatMap { Int($0) })
        let source = try #require(try await LoopbackConnection.request(path, port: port))
        #expect(credit["came"]["bytes"].int == source.body.count && credit["bytes"].int == bytes.count)
        try place.write(source.body, to: file)
        let verified = try await forage("verify", "owls", in: place)
        #expect(verified.code == 3 && verified.output.contains("stripped\t\(name)"))
    }
}
