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

@Suite("Simultaneous downloads into one folder", .timeLimit(.minutes(2)))
struct SharedFolderTests {
    private let host: PictureHost

    init() throws { host = try PictureHost() }

    /// The endings if all of them download the same item at once.
    private func endings(of getters: [FileGetter], _ item: Item) async -> [FileGetter.Ending] {
        await withTaskGroup { group in
            for getter in getters { group.addTask { await getter.get(item, number: 0) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("simultaneous runs never write a file twice")
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

    @Test("runs with patience wait for the one that downloads the file, and find it there")
    func patience() async throws {
        let getters = try (0..<4).map { _ in try host.getter(patience: .seconds(30)) }
        let item = try host.item(fault: "drip=20")
        let endings = await endings(of: getters, item)
        #expect(endings.count { $0 == .there("owl.png") } == 3)
        #expect(host.names == ["owl.png", "owl.png.credit.json"])
        #expect(try await host.ranges().count == 1)
    }

    @Test("a picture saved meanwhile under another number gets no copy")
    func savedMeanwhile() async throws {
        let item = try host.item()
        let second = try host.getter()
        let plan = second.plan(for: item)
        try host.folder.write("mine", to: "owl.png")
        #expect(try await host.getter().get(item, number: 0).savedPath == "owl (2).png")
        #expect(await second.get(item, by: plan, number: 0) == .there("owl (2).png"))
        #expect(host.names == ["owl (2).png", "owl (2).png.credit.json", "owl.png"])
    }

    @Test("a file saved meanwhile by another run is found under any extension")
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

    @Test("waiting ends when its time is up, and with the task")
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

    @Test("a name taken meanwhile is left alone, and the next number is used")
    func lastMoment() async throws {
        let intruding = TakeNames(
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

    @Test("a part whose name was taken is continued under the next number")
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

    @Test("a renamed part is continued, even after a crash")
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

    @Test("results of finishing steps are renamed with their part")
    func movedResult() async throws {
        let intruding = TakeNames(folder: host.folder.path, names: ["owl.png"], makes: [1, 2, 3])
        let ending = try await FileGetter(
            host.downloader(finishing: [intruding]), authorizer: .generous,
            into: DownloadFolder(host.folder.path, naming: FileNameTemplate("{id}")), selection: .usual
        ).get(host.item(), number: 0)
        #expect(ending.savedPath == "owl (2).png")
        #expect(try await host.bytes("owl (2).png") == host.picture().bytes + [1, 2, 3])
        #expect(host.names == ["owl (2).png", "owl (2).png.credit.json", "owl.png"])
    }

    @Test("a name taken at the last moment is not overwritten")
    func veryLastMoment() throws {
        try host.folder.write("ours", to: "owl.part")
        try host.folder.write("mine", to: "owl.png")
        var part = try PartFile.open(host.folder.path + "/owl")
        let path = host.folder.path + "/owl.png"
        #expect(throws: DownloadError.taken(path)) { try part.publish(nil, as: path) }
        #expect(host.bytes("owl.png") == Array("mine".utf8))
    }

    @Test("two runs with the same file names get all pictures")
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

    @Test("a picture renamed without its credit is found, and keeps the credit")
    func renamedAlone() async throws {
        let item = try host.item()
        _ = try await host.getter().get(item, number: 0)
        try FileManager.default.moveItem(
            atPath: host.folder.path + "/owl.png", toPath: host.folder.path + "/holiday.png")
        #expect(try await host.getter().get(item, number: 0) == .there("holiday.png"))
        #expect(host.names == ["holiday.png", "holiday.png.credit.json"])
    }

    @Test("a part shortened or removed by another program is never renamed to the file")
    func meddledWith() async throws {
        for meddling in [ModifyPart.shortening, .removing] {
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

    /// Another program that changes a part during the download.
    private enum ModifyPart: FinishingStep {
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

    /// Another program that takes the names of the files.
    private struct TakeNames: FinishingStep {
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

    @Test("a file of another origin is never overwritten")
    func foreign() async throws {
        try host.folder.write("mine", to: "OWL.jpg")
        let ending = try await host.getter().get(host.item(), number: 0)
        #expect(ending.savedPath == "owl (2).png")
        #expect(host.bytes("OWL.jpg") == Array("mine".utf8))
    }

    @Test("a part of another program is not touched")
    func foreignPart() async throws {
        try host.folder.write("mine", to: "owl.part")
        let ending = try await host.getter().get(host.item(), number: 0)
        #expect(ending.savedPath == "owl (2).png")
        #expect(host.bytes("owl.part") == Array("mine".utf8))
    }

    @Test(
        "a link, pipe or folder with a part's name is not touched",
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
        // The folder was listed before.
        let getter = try host.getter()
        let plan = try getter.plan(for: host.item("heron"))
        try put(at: host.folder.path + "/heron.part")
        let ending = await getter.get(try host.item("heron"), by: plan, number: 0)
        #expect(ending.savedPath == "heron (2).png")
        #expect(LocalPath.kind(host.folder.path + "/heron.part") == (kind == "folder" ? .folder : .other))
        #expect(!host.names.contains("elsewhere"))
    }

    @Test("a part that does not match the credit next to it belongs to another program")
    func foreignPartBesideCredit() async throws {
        _ = try await host.getter().get(host.item(), number: 0)
        LocalFile.remove(host.folder.path + "/owl.png")
        try host.folder.write([UInt8](repeating: 7, count: 2 << 20), to: "owl.part")
        let ending = try await host.getter().get(host.item(), number: 0)
        #expect(ending.savedPath == "owl (2).png")
        #expect(host.bytes("owl.part")?.count == 2 << 20)
    }

    @Test("equal names are numbered, even if they differ only in case")
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

    @Test("folders that differ only in case are treated as one, and their files numbered")
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
        // If both exist, each is used.
        try FileManager.default.createDirectory(
            atPath: host.folder.path + "/ada/Of ada", withIntermediateDirectories: true)
        let getter = try host.getter(naming: "{creator}/Of {creator}/x")
        if host.names == ["Ada", "ada"] {
            #expect(try await get("5", by: "ada", getter) == "ada/Of ada/x.png")
        }
        #expect(try await get("6", by: "AdA", getter) == "Ada/Of Ada/x (5).png")
    }

    @Test("a target that is not a folder, or a link to elsewhere, is an error")
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
