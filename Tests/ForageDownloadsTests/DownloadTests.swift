import ForageConformance
import ForageCore
import Platform
import Synchronization
import TestDoubles
import TestPlaces
import TestWording
import Testing

@testable import ForageDownloads

@Suite("Downloading a file", .timeLimit(.minutes(2)))
struct DownloadTests {
    private let host: PictureHost

    init() throws { host = try PictureHost() }

    @Test("the whole file gets its name, with its credit next to it and nothing else")
    func whole() async throws {
        let item = try host.item()
        let ending = try await host.getter().get(item, number: 0)
        let (bytes, _) = try await host.picture()
        #expect(ending == .saved(SavedFile("owl.png", byteCount: bytes.count, resumedAt: 0)))
        #expect(host.names == ["owl.png", "owl.png.credit.json"])
        #expect(host.bytes("owl.png") == bytes)
        let credit = try #require(CreditRecord(nextToFile: host.folder.path + "/owl.png"))
        #expect(credit.id == item.id && credit.credits == item.sources.map(\.attribution))
        #expect(
            credit.title == item.title && credit.mediaType == "image/png" && credit.byteCount == bytes.count)
        #expect(try credit.digest == Digest.sha256.of(bytes).hex)
        #expect(host.board.snapshot.byteCount == bytes.count && host.board.snapshot.transfers.isEmpty)
    }

    @Test("an existing file is not requested again, even if it was renamed")
    func again() async throws {
        let item = try host.item()
        _ = try await host.getter().get(item, number: 0)
        let getter = try host.getter()
        #expect(await getter.get(item, number: 0) == .there("owl.png"))
        #expect(await getter.get(item, number: 1) == .alreadyRequested)
        for ending in ["", CreditRecord.ending] {
            try FileManager.default.moveItem(
                atPath: host.folder.path + "/owl.png" + ending,
                toPath: host.folder.path + "/bird.png" + ending)
        }
        #expect(try await host.getter().get(item, number: 0) == .there("bird.png"))
        #expect(try await host.ranges() == [nil])
    }

    @Test("a file whose length changed is downloaded again, next to it")
    func damaged() async throws {
        let item = try host.item()
        _ = try await host.getter().get(item, number: 0)
        try host.folder.write("short", to: "owl.png")
        let ending = try await host.getter().get(item, number: 0)
        #expect(host.names.contains("owl (2).png"))
        #expect(ending.savedPath == "owl (2).png")
    }

    @Test("a download continues where an earlier run ended, and requests no byte twice")
    func resumed() async throws {
        let (bytes, tag) = try await host.picture()
        let item = try host.item()
        try host.leavePart(of: item, bytes.prefix(1_000), tag: tag, byteCount: bytes.count)
        let source = StubSource.answering(.answered(1))
        let ending = try await host.getter(authorizer: DownloadAuthorizer([source])).get(item, number: 0)
        #expect(ending == .saved(SavedFile("owl.png", byteCount: bytes.count, resumedAt: 1_000)))
        #expect(host.bytes("owl.png") == bytes)
        #expect(try await host.ranges() == [nil, "bytes=1000-"])
        #expect(source.requests.isEmpty)
        #expect(host.board.snapshot.byteCount == bytes.count - 1_000)
        let credit = try #require(CreditRecord(nextToFile: host.folder.path + "/owl.png"))
        #expect(try credit.digest == Digest.sha256.of(bytes).hex)
    }

    @Test("a complete part gets its name without a request")
    func wholePart() async throws {
        let (bytes, tag) = try await host.picture()
        let item = try host.item()
        try host.leavePart(of: item, bytes, tag: tag, byteCount: bytes.count)
        _ = try await host.getter().get(item, number: 0)
        #expect(host.bytes("owl.png") == bytes)
        #expect(host.names == ["owl.png", "owl.png.credit.json"])
        #expect(try await host.ranges() == [nil])
    }

    @Test("after a crash between credit and name, the next run names the file without a request")
    func nameless() async throws {
        let item = try host.item()
        _ = try await host.getter().get(item, number: 0)
        let bytes = try #require(host.bytes("owl.png"))
        try FileManager.default.moveItem(
            atPath: host.folder.path + "/owl.png", toPath: host.folder.path + "/owl.part")
        let source = StubSource.answering(.answered(1))
        let ending = try await host.getter(authorizer: DownloadAuthorizer([source])).get(item, number: 0)
        #expect(ending == .saved(SavedFile("owl.png", byteCount: bytes.count, resumedAt: bytes.count)))
        #expect(host.names == ["owl.png", "owl.png.credit.json"] && host.bytes("owl.png") == bytes)
        #expect(try await host.ranges() == [nil] && source.requests.isEmpty)
    }

    @Test("after a crash while writing, a file without a record is downloaded again", arguments: [100, 0])
    func halfWritten(count: Int) async throws {
        let item = try host.item()
        _ = try await host.getter().get(item, number: 0)
        let bytes = try #require(host.bytes("owl.png"))
        LocalFile.remove(host.folder.path + "/owl.png")
        try host.folder.write(bytes.prefix(count), to: "owl.part")
        let ending = try await host.getter().get(item, number: 0)
        #expect(ending == .saved(SavedFile("owl.png", byteCount: bytes.count, resumedAt: 0)))
        #expect(host.names == ["owl.png", "owl.png.credit.json"] && host.bytes("owl.png") == bytes)
        #expect(try await host.ranges() == [nil, nil])
    }

    @Test("the record of a removed part is not used for another part")
    func stray() async throws {
        let (bytes, tag) = try await host.picture()
        let item = try host.item()
        try host.leavePart(of: item, bytes, tag: tag, byteCount: bytes.count)
        LocalFile.remove(host.folder.path + "/owl.part")
        let ending = try await host.getter().get(item, number: 0)
        #expect(ending == .saved(SavedFile("owl.png", byteCount: bytes.count, resumedAt: 0)))
        #expect(host.names == ["owl.png", "owl.png.credit.json"])
    }

    @Test(
        "a part of a changed or wrongly sent file is restarted",
        arguments: [
            "norange", "wrongrange", "mixed", "norange=304", "norange=404", "norange=412", "norange=416",
        ])
    func begunAnew(fault: String) async throws {
        let (bytes, tag) = try await host.picture()
        let item = try host.item(fault: fault)
        try host.leavePart(of: item, bytes.prefix(1_000), tag: tag, byteCount: bytes.count)
        let ending = try await host.getter().get(item, number: 0)
        #expect(ending == .saved(SavedFile("owl.png", byteCount: bytes.count, resumedAt: 0)))
        #expect(host.bytes("owl.png") == bytes)
    }

    @Test("a cancelled download does not read an existing part to its end")
    func givenUp() async throws {
        let (bytes, tag) = try await host.picture()
        try host.leavePart(of: host.item(), bytes.prefix(1_000), tag: tag, byteCount: bytes.count)
        let task = Task { [host] in
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try PartFile.open(host.folder.path + "/owl")
        }
        await #expect(throws: DownloadError.cancelled) { try await task.value }
        #expect(host.names == ["owl.part", "owl.part.json"])
    }

    @Test("of a sound the sound is downloaded, not its poster, with the right extension and its credit")
    func sound() async throws {
        let folder = "https://www.nasa.gov/wp-content/uploads/"
        let item = try Item.sample(
            "owl", kind: .audio,
            renditions: [
                Rendition(.thumbnail, at: try #require(WebURL(folder + "owl.png"))),
                Rendition(.original, at: try #require(WebURL(folder + "ep1.mp3")), mediaType: "audio/mpeg"),
            ])
        let ending = try await host.getter().get(item, number: 0)
        #expect(ending.savedPath == "owl.mp3" && host.names == ["owl.mp3", "owl.mp3.credit.json"])
        let credit = try #require(CreditRecord(nextToFile: host.folder.path + "/owl.mp3"))
        #expect(credit.mediaType == "audio/mpeg" && credit.credits == item.sources.map(\.attribution))
        #expect(try await host.getter().get(item, number: 0) == .there("owl.mp3"))
    }

    @Test("a film without a file has nothing to download, and a picture is no film")
    func film() async throws {
        let picture: WebURL = "https://upload.wikimedia.org/owl.png"
        let poster = try Item.sample("owl", kind: .video, renditions: [Rendition(.full, at: picture)])
        #expect(try await host.getter().get(poster, number: 0) == .failed(.nothingToGet))
        let film = try Item.sample(
            "owl", kind: .video, renditions: [Rendition(.full, at: picture, mediaType: "video/mp4")])
        guard case .failed(.unfit) = try await host.getter().get(film, number: 0) else {
            Issue.record("a picture was taken for a film")
            return
        }
        #expect(host.names.isEmpty)
    }

    @Test("a file that changed between two parts is the new one, never half of each")
    func changed() async throws {
        let (bytes, tag) = try await host.picture()
        let item = try host.item(fault: "changed")
        try host.leavePart(of: item, bytes.prefix(1_000), tag: tag, byteCount: bytes.count)
        _ = try await host.getter().get(item, number: 0)
        let last = try #require(bytes.last)
        #expect(host.bytes("owl.png") == bytes.dropLast() + [last ^ 0xFF])
    }

    @Test("a part that claims too much, or is of another address, is restarted")
    func wrongPart() async throws {
        let (bytes, tag) = try await host.picture()
        let item = try host.item()
        try host.leavePart(of: item, bytes, tag: tag, byteCount: bytes.count + 10)
        _ = try await host.getter().get(item, number: 0)
        #expect(host.bytes("owl.png") == bytes)
        let heron = try host.item("heron", fault: "norange")
        try host.leavePart(of: heron, Array("nonsense".utf8), tag: tag, byteCount: 100)
        _ = try await host.getter().get(host.item("heron"), number: 0)
        #expect(try await host.bytes("heron.png") == host.picture("heron").bytes)
    }

    @Test("after a lost connection the rest is requested")
    func cut() async throws {
        let (bytes, _) = try await host.picture()
        let ending = try await host.getter().get(host.item(fault: "cut=\(bytes.count / 2 + 1)"), number: 0)
        #expect(ending == .saved(SavedFile("owl.png", byteCount: bytes.count, resumedAt: 0)))
        #expect(host.bytes("owl.png") == bytes)
        #expect(try await host.ranges().compactMap(\.self).count == 1)
    }

    @Test("a file that makes hardly any progress is given up, and its part kept")
    func trickling() async throws {
        let ending = try await host.getter().get(host.item(fault: "cut=10"), number: 0)
        guard case .failed = ending else {
            Issue.record("\(ending)")
            return
        }
        #expect(try await host.ranges().count == 3)
        #expect(host.names == ["owl.part", "owl.part.json"])
    }

    @Test("the part of a file without any progress is kept")
    func stuck() async throws {
        let ending = try await host.getter().get(host.item(fault: "cut=0"), number: 0)
        guard case .failed(let failure) = ending else {
            Issue.record("\(ending)")
            return
        }
        #expect(failure.description.contains("before"))
        #expect(!host.names.contains("owl.png"))
    }

    @Test(
        "a file that is no picture, too long or refused leaves nothing",
        arguments: [
            ("html", "web page"), ("type=text/html", "web page"), ("404", "404"),
            ("endless", Wording.Downloads.largerThan),
            ("loop", "redirect"), ("429=60", "429"),
        ])
    func unfit(fault: String, words: String) async throws {
        let ending = try await host.getter(upTo: 1_000_000).get(host.item(fault: fault), number: 0)
        guard case .failed(let failure) = ending else {
            Issue.record("\(ending)")
            return
        }
        #expect(failure.description.contains(words))
        #expect(host.names == [])
    }

    @Test("without a length from the server, a picture must have its own end")
    func withoutLength() async throws {
        #expect(try await host.getter().get(host.item(fault: "short"), number: 0) == .failed(.cutOff))
        #expect(host.names == [])
        let ending = try await host.getter().get(host.item(fault: "short=500000"), number: 0)
        #expect(ending.savedPath == "owl.png")
        #expect(try await host.bytes("owl.png") == host.picture().bytes)
    }

    @Test("an interrupted download keeps its part, and is continued")
    func interrupted() async throws {
        let item = try host.item()
        let (bytes, _) = try await host.picture()
        let permit = DownloadPermit(item, .usual, at: try #require(item.file(.usual)))
        let task = Task { [host] in
            var part = try PartFile.open(host.folder.path + "/owl")
            let stem = host.folder.path + "/owl"
            return try await host.downloader().download(
                &part, permit, as: stem, orElse: { _ in stem + " (2)" }
            ) {
                guard case .came(1..., _) = $0 else { return }
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: DownloadError.cancelled) { try await task.value }
        #expect(host.names == ["owl.part", "owl.part.json"])
        guard case .saved(let file) = try await host.getter().get(item, number: 0) else {
            Issue.record("not gone on with")
            return
        }
        #expect(file.resumedAt > 0 && file.byteCount == bytes.count)
        #expect(host.bytes("owl.png") == bytes)
    }

    @Test("a host that requests a long pause gets no requests for other files")
    func restingHost() async throws {
        let getter = try host.getter()
        for local in ["1", "2"] {
            guard
                case .failed(let failure) = try await getter.get(
                    host.item(local, fault: "429=3600"), number: 0)
            else {
                Issue.record("not refused")
                return
            }
            #expect(failure.description.contains(Wording.Services.wait("60 min")))
        }
        #expect(try await host.ranges().count == 1)
        let source = StubSource.answering(.answered(1))
        _ = try await host.getter(authorizer: DownloadAuthorizer([source])).get(
            host.item("3", fault: "404"), number: 2)
        #expect(source.requests.count == 1)
    }

    @Test("a service is not notified of a file whose host requested a pause")
    func unreported() async throws {
        let source = StubSource.answering(.answered(1))
        let getter = try host.getter(authorizer: DownloadAuthorizer([source]))
        for local in ["1", "2", "3"] {
            _ = try await getter.get(host.item(local, fault: "429=3600"), number: 0)
        }
        #expect(source.requests.count == 1)
    }

    @Test("if the rest arrives in an unreadable encoding, the whole file is requested")
    func unreadableRest() async throws {
        let (bytes, tag) = try await host.picture()
        let item = try host.item(fault: "mispacked")
        try host.leavePart(of: item, bytes.prefix(1_000), tag: tag, byteCount: bytes.count)
        let ending = try await host.getter().get(item, number: 0)
        #expect(ending == .saved(SavedFile("owl.png", byteCount: bytes.count, resumedAt: 0)))
        #expect(host.bytes("owl.png") == bytes)
    }

    @Test("a server that requests a pause or refuses the whole file leaves the part unchanged")
    func refusedRest() async throws {
        let (bytes, tag) = try await host.picture()
        for (fault, count) in [("norange=503", 3), ("410", 2)] {
            let item = try host.item(fault: fault)
            try host.leavePart(of: item, bytes.prefix(1_000), tag: tag, byteCount: bytes.count)
            let before = try await host.ranges().count
            let ending = try await host.getter().get(item, number: 0)
            guard case .failed(.refused) = ending else {
                Issue.record("\(ending)")
                return
            }
            #expect(try await host.ranges().count - before == count)
            #expect(host.bytes("owl.part")?.count == 1_000)
        }
    }

    @Test("a web page instead of the rest leaves the part unchanged")
    func pageForRest() async throws {
        let (bytes, tag) = try await host.picture()
        let item = try host.item(fault: "html")
        try host.leavePart(of: item, bytes.prefix(1_000), tag: tag, byteCount: bytes.count)
        let ending = try await host.getter().get(item, number: 0)
        guard case .failed(let failure) = ending, failure.description.contains("web page") else {
            Issue.record("\(ending)")
            return
        }
        #expect(host.names == ["owl.part", "owl.part.json"] && host.bytes("owl.part")?.count == 1_000)
    }

    @Test("a part that cannot be continued is restarted under its name")
    func unusablePart() async throws {
        let item = try host.item()
        let record = PartRecord(
            key: FileKey(item, .usual), url: try #require(item.file(.usual)), validator: nil,
            byteCount: nil)
        try host.folder.write("some", to: "owl.part")
        try host.folder.write(record.json, to: "owl.part.json")
        _ = try await host.getter().get(item, number: 0)
        #expect(host.names == ["owl.png", "owl.png.credit.json"])
    }

    @Test("an archived file is skipped in other folders, and an existing file is noted in the archive")
    func archived() async throws {
        let archive = ListArchive()
        func get(_ folder: String, isTrial: Bool = false) async throws -> FileGetter.Ending {
            try await host.getter(in: folder, isTrial: isTrial, archive: archive).get(host.item(), number: 0)
        }
        #expect(try await get("/one", isTrial: true) == .planned("owl"))
        #expect(archive.list == [])
        guard case .saved = try await get("/one") else {
            Issue.record("it was not got")
            return
        }
        #expect(archive.list == ["unsplash:owl full"])
        #expect(try await get("/two") == .alreadySaved)
        #expect(try await get("/one") == .there("owl.png"))
        #expect(LocalFolder.names(in: host.folder.path + "/two") == [])
        #expect(try await host.ranges().count == 1)
        archive.clear()
        #expect(try await get("/one") == .there("owl.png"))
        #expect(archive.list == ["unsplash:owl full"])
    }

    /// An archive in memory.
    private final class ListArchive: FileArchive {
        private let entries = Mutex<[String]>([])
        let trouble: FileArchiveError? = nil

        var list: [String] { entries.withLock(\.self) }
        func clear() { entries.withLock { $0 = [] } }
        func has(_ id: ItemID, size: String) -> Bool { list.contains("\(id) \(size)") }
        func note(_ id: ItemID, size: String) { entries.withLock { $0.append("\(id) \(size)") } }
    }

    @Test("a dry run says where a file would be saved, and sends no request")
    func trial() async throws {
        let source = StubSource.answering(.answered(1))
        let getter = try host.getter(authorizer: DownloadAuthorizer([source]), isTrial: true)
        #expect(try await getter.get(host.item(), number: 0) == .planned("owl"))
        #expect(source.requests.isEmpty && host.names == [])
        #expect(try await host.ranges() == [])
    }

    @Test("without permission nothing is downloaded and nothing is left")
    func forbidden() async throws {
        let authorizer = DownloadAuthorizer([StubSource.answering(.denied("no key"))])
        guard
            case .failed(.notPermitted) = try await host.getter(authorizer: authorizer).get(
                host.item(), number: 0)
        else {
            Issue.record("it was taken")
            return
        }
        #expect(try await host.ranges() == [])
        #expect(host.names == [])
    }
}
