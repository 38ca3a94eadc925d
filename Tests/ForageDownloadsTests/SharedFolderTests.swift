import ForageCore
import Platform
import TestPlaces
import Testing

@testable import ForageDownloads

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Getting a file where others are at work", .timeLimit(.minutes(2)))
struct SharedFolderTests {
    private let host: PictureHost

    init() throws { host = try PictureHost() }

    /// What comes of it when all of them get the same at once.
    private func endings(of getters: [FileGetter], _ item: Item) async -> [FileGetter.Ending] {
        await withTaskGroup { group in
            for getter in getters { group.addTask { await getter.get(item, number: 0) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("several at once never write one file twice")
    func race() async throws {
        let (bytes, _) = try await host.picture()
        let getters = try (0..<8).map { _ in try host.getter() }
        let item = try host.item(fault: "delay=50")
        let endings = await endings(of: getters, item)
        #expect(endings.count { if case .saved = $0 { true } else { false } } == 1)
        #expect(endings.allSatisfy { $0 != .failed(.incomplete(had: 0, of: 0)) })
        #expect(host.names == ["owl.png", "owl.png.credit.json"] && host.bytes("owl.png") == bytes)
        #expect(try await host.ranges().count == 2)
    }

    @Test("with patience each waits for the one that gets the file, and finds it there")
    func patience() async throws {
        let getters = try (0..<4).map { _ in try host.getter(patience: .seconds(30)) }
        let item = try host.item(fault: "drip=20")
        let endings = await endings(of: getters, item)
        #expect(endings.count { $0 == .there("owl.png") } == 3)
        #expect(host.names == ["owl.png", "owl.png.credit.json"])
        #expect(try await host.ranges().count == 1)
    }

    @Test("a picture that another run saved meanwhile under another number gets no copy")
    func savedMeanwhile() async throws {
        let item = try host.item()
        let second = try host.getter()
        let plan = second.plan(for: item)
        try host.folder.write("mine", to: "owl.png")
        #expect(try await host.getter().get(item, number: 0).savedPath == "owl (2).png")
        #expect(await second.get(item, by: plan, number: 0) == .there("owl (2).png"))
        #expect(host.names == ["owl (2).png", "owl (2).png.credit.json", "owl.png"])
    }

    @Test("what another run saved meanwhile is found, whatever its address says that it is")
    func savedOtherwise() async throws {
        let (bytes, _) = try await host.picture()
        for (name, count) in [("owl.png", 1), ("owl.jpg", 2), ("owl", 1)] {
            let folder = "/\(name)"
            let url = try #require(WebURL("https://upload.wikimedia.org/\(name)"))
            let item = try Item.sample("owl", renditions: [Rendition(.full, at: url)])
            let second = try host.getter(in: folder)
            let plan = second.plan(for: item)
            let before = try await host.ranges().count
            let first = try await host.getter(in: folder).get(item, number: 0)
            #expect(first.savedPath != nil)
            #expect(await second.get(item, by: plan, number: 0) == first.savedPath.map { .there($0) })
            #expect(try await host.ranges().count == before + count && !bytes.isEmpty)
        }
    }

    @Test("patience ends where the other comes no further, and with the task")
    func impatience() async throws {
        let held = try PartFile.open(host.folder.path + "/owl")
        let ending = try await host.getter(patience: .milliseconds(100)).get(host.item(), number: 0)
        #expect(ending == .failed(.busy))
        let getter = try host.getter(patience: .seconds(600))
        let item = try host.item()
        let task = Task { await getter.get(item, number: 0) }
        task.cancel()
        #expect(await task.value == .failed(.cancelled))
        held.discard()
    }

    @Test("a name that something came to have meanwhile is left to it, and the next number taken")
    func lastMoment() async throws {
        let intruding = Intruding(
            folder: host.folder.path, names: ["owl.png", "owl (2).part", "owl (3).png"])
        let ending = try await FileGetter(
            host.downloader(finishing: [intruding]), authorizer: .generous,
            into: DownloadFolder(host.folder.path, naming: FileNameTemplate("{id}")), selection: .usual
        ).get(host.item(), number: 0)
        #expect(ending.savedPath == "owl (4).png")
        #expect(
            host.names == [
                "owl (2).part", "owl (3).png", "owl (4).png", "owl (4).png.credit.json", "owl.png",
            ])
        #expect(intruding.names.allSatisfy { host.bytes($0) == Array("mine".utf8) })
    }

    @Test("a part whose name another file came to have is gone on with under the next")
    func takenPart() async throws {
        let (bytes, tag) = try await host.picture()
        let item = try host.item()
        try host.leavePart(of: item, bytes.prefix(1_000), tag: tag, byteCount: bytes.count)
        try host.folder.write("mine", to: "owl.png")
        let ending = try await host.getter().get(item, number: 0)
        #expect(ending == .saved(SavedFile("owl (2).png", byteCount: bytes.count, resumedAt: 1_000)))
        #expect(host.bytes("owl.png") == Array("mine".utf8) && host.bytes("owl (2).png") == bytes)
        #expect(host.names == ["owl (2).png", "owl (2).png.credit.json", "owl.png"])
    }

    @Test("a part that got another name is gone on with, though the run was killed then")
    func movedPart() async throws {
        let (bytes, tag) = try await host.picture()
        let item = try host.item()
        try host.leavePart(of: item, bytes.prefix(1_000), tag: tag, byteCount: bytes.count)
        try host.folder.write("mine", to: "owl.png")
        func move() throws {
            var part = try PartFile.open(host.folder.path + "/owl")
            #expect(try part.move(to: host.folder.path + "/owl (2)"))
        }
        try move()
        #expect(host.names == ["owl (2).part", "owl (2).part.json", "owl.png"])
        let ending = try await host.getter().get(item, number: 0)
        #expect(ending == .saved(SavedFile("owl (2).png", byteCount: bytes.count, resumedAt: 1_000)))
    }

    @Test("what a step made goes along with a part that gets another name")
    func movedResult() async throws {
        let intruding = Intruding(folder: host.folder.path, names: ["owl.png"], makes: [1, 2, 3])
        let ending = try await FileGetter(
            host.downloader(finishing: [intruding]), authorizer: .generous,
            into: DownloadFolder(host.folder.path, naming: FileNameTemplate("{id}")), selection: .usual
        ).get(host.item(), number: 0)
        #expect(ending.savedPath == "owl (2).png")
        #expect(try await host.bytes("owl (2).png") == host.picture().bytes + [1, 2, 3])
        #expect(host.names == ["owl (2).png", "owl (2).png.credit.json", "owl.png"])
    }

    @Test("a name that is taken in the very last moment is not given")
    func veryLastMoment() throws {
        try host.folder.write("ours", to: "owl.part")
        try host.folder.write("mine", to: "owl.png")
        var part = try PartFile.open(host.folder.path + "/owl")
        let path = host.folder.path + "/owl.png"
        #expect(throws: DownloadError.taken(path)) { try part.publish(nil, as: path) }
        #expect(host.bytes("owl.png") == Array("mine".utf8))
    }

    @Test("two runs of pictures that want the same names get all of them")
    func sameNames() async throws {
        let items = try ["1", "2", "3", "4", "5", "6"].map { try host.item($0, fault: "delay=20") }
        let getters = try (0..<2).map { _ in try host.getter(naming: "same", patience: .seconds(30)) }
        let endings = await withTaskGroup { group in
            for (number, item) in items.enumerated() {
                group.addTask { await getters[number % 2].get(item, number: number) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(endings.count { $0.savedPath != nil } == 6)
        #expect(host.names.count { $0.hasSuffix(".png") } == 6 && host.names.count == 12)
    }

    @Test("a picture that was renamed without its credit is there, and keeps that credit")
    func renamedAlone() async throws {
        let item = try host.item()
        _ = try await host.getter().get(item, number: 0)
        try FileManager.default.moveItem(
            atPath: host.folder.path + "/owl.png", toPath: host.folder.path + "/holiday.png")
        #expect(try await host.getter().get(item, number: 0) == .there("holiday.png"))
        #expect(host.names == ["holiday.png", "holiday.png.credit.json"])
    }

    @Test("a part that another program shortened or removed meanwhile is never given the name")
    func meddledWith() async throws {
        for meddling in [Meddling.shortening, .removing] {
            let ending = try await FileGetter(
                host.downloader(finishing: [meddling]), authorizer: .generous,
                into: DownloadFolder(host.folder.path, naming: FileNameTemplate("{id}")), selection: .usual
            ).get(host.item(), number: 0)
            guard case .failed(.unfit) = ending else {
                Issue.record("\(ending)")
                continue
            }
            #expect(host.names == [])
        }
    }

    /// A program that works on a part while it comes.
    private enum Meddling: FinishingStep {
        case shortening, removing

        var mark: String { "meddled with" }

        func finish(_ file: WholeFile, into path: String) async throws(DownloadError) -> FinishingResult {
            switch self {
            case .shortening: truncate(file.path, 10)
            case .removing: LocalFile.remove(file.path)
            }
            return .unneeded
        }
    }

    /// Somebody who puts files where ours are about to go.
    private struct Intruding: FinishingStep {
        let mark = "intruded"
        let folder: String
        let names: [String]
        var makes: [UInt8] = []

        func finish(_ file: WholeFile, into other: String) async throws(DownloadError) -> FinishingResult {
            for name in names { try? LocalFile.replace("\(folder)/\(name)", with: Array("mine".utf8)) }
            guard !makes.isEmpty, let bytes = try? LocalFile(file.path, upTo: 1 << 26).bytes else {
                return .unneeded
            }
            try? LocalFile.replace(other, with: bytes + makes)
            return .made
        }
    }

    @Test("a file that the program did not get is never written over")
    func foreign() async throws {
        try host.folder.write("mine", to: "OWL.jpg")
        let ending = try await host.getter().get(host.item(), number: 0)
        #expect(ending.savedPath == "owl (2).png")
        #expect(host.bytes("OWL.jpg") == Array("mine".utf8))
    }

    @Test("a part that another program left is not touched")
    func foreignPart() async throws {
        try host.folder.write("mine", to: "owl.part")
        let ending = try await host.getter().get(host.item(), number: 0)
        #expect(ending.savedPath == "owl (2).png")
        #expect(host.bytes("owl.part") == Array("mine".utf8))
    }

    @Test(
        "what is no ordinary file in the place of a part is not touched",
        arguments: ["link", "pipe", "folder"])
    func noPart(kind: String) async throws {
        func put(at path: String) throws {
            switch kind {
            case "link": #expect(symlink("elsewhere", path) == 0)
            case "pipe": #expect(mkfifo(path, 0o600) == 0)
            default: #expect(mkdir(path, 0o700) == 0)
            }
        }
        try put(at: host.folder.path + "/owl.part")
        #expect(try await host.getter().get(host.item(), number: 0).savedPath == "owl (2).png")
        #expect(host.names == ["owl (2).png", "owl (2).png.credit.json", "owl.part"])
        // The folder was looked through before.
        let getter = try host.getter()
        let plan = try getter.plan(for: host.item("heron"))
        try put(at: host.folder.path + "/heron.part")
        let ending = await getter.get(try host.item("heron"), by: plan, number: 0)
        #expect(ending.savedPath == "heron (2).png")
        #expect(LocalPath.kind(host.folder.path + "/heron.part") == (kind == "folder" ? .folder : .other))
        #expect(!host.names.contains("elsewhere"))
    }

    @Test("a part that cannot be of the file whose credit lies beside it is another program's")
    func foreignPartBesideCredit() async throws {
        _ = try await host.getter().get(host.item(), number: 0)
        LocalFile.remove(host.folder.path + "/owl.png")
        try host.folder.write([UInt8](repeating: 7, count: 2 << 20), to: "owl.part")
        let ending = try await host.getter().get(host.item(), number: 0)
        #expect(ending.savedPath == "owl (2).png")
        #expect(host.bytes("owl.part")?.count == 2 << 20)
    }

    @Test("names that would be the same are numbered, also where case is all that differs")
    func numbered() async throws {
        let getter = try host.getter(naming: "{provider}/{title}")
        var endings: [FileGetter.Ending] = []
        for (place, id) in ["a", "b"].enumerated() {
            endings.append(await getter.get(try host.item(id), number: place))
        }
        let names = LocalFolder.names(in: host.folder.path + "/unsplash").filter { $0.hasSuffix(".png") }
        #expect(names == ["Barn owl at dusk (2).png", "Barn owl at dusk.png"])
        let again = try host.getter(naming: "{provider}/{title}")
        #expect(try await again.get(host.item("b"), number: 0) == .there("unsplash/Barn owl at dusk (2).png"))
    }

    @Test("folders that differ only in case are one, and their files numbered")
    func folderCase() async throws {
        func get(_ local: String, by creator: String, _ getter: FileGetter) async throws -> String? {
            let picture = try #require(host.item(local).renditions.first)
            let item = try Item.sample(local, creator: creator, renditions: [picture])
            return await getter.get(item, number: 0).savedPath
        }
        for (count, numbers) in [("", " (2)"), (" (3)", " (4)")].enumerated() {
            let getter = try host.getter(naming: "{creator}/Of {creator}/x")
            #expect(try await get("\(count)", by: "Ada", getter) == "Ada/Of Ada/x\(numbers.0).png")
            #expect(try await get("\(count)-2", by: "ADA", getter) == "Ada/Of Ada/x\(numbers.1).png")
        }
        #expect(host.names == ["Ada"])
        // Where both are there each is its own.
        try FileManager.default.createDirectory(
            atPath: host.folder.path + "/ada/Of ada", withIntermediateDirectories: true)
        let getter = try host.getter(naming: "{creator}/Of {creator}/x")
        if host.names == ["Ada", "ada"] {
            #expect(try await get("5", by: "ada", getter) == "ada/Of ada/x.png")
        }
        #expect(try await get("6", by: "AdA", getter) == "Ada/Of Ada/x (5).png")
    }

    @Test("a folder that is none, or a link that leads elsewhere, is said")
    func folders() async throws {
        try host.folder.write("a file", to: "file")
        #expect(throws: DownloadError.self) { try host.getter(in: "/file") }
        try FileManager.default.createSymbolicLink(
            atPath: host.folder.path + "/unsplash", withDestinationPath: "/tmp")
        let ending = try await host.getter(naming: "{provider}/{id}").get(host.item(), number: 0)
        guard case .failed(.unwritable) = ending else {
            Issue.record("\(ending)")
            return
        }
    }
}
