import ForageCore
import Platform
import TestPlaces
import Testing

@testable import ForageDownloads

@Suite("Finishing steps of a download", .timeLimit(.minutes(2)))
struct FinishingTests {
    private let host: PictureHost

    init() throws { host = try PictureHost() }

    /// Makes a file of the same bytes and a few more.
    private struct AppendBytes: FinishingStep {
        let mark: String
        var bytes: [UInt8] = []
        var failure: DownloadError?
        var reason: String?
        var isUnneeded = false

        func finish(_ file: WholeFile, into path: String) async throws(DownloadError) -> FinishingResult {
            if isUnneeded { return .unneeded }
            if let reason { return .left(because: reason) }
            let former = (try? LocalFile(file.path, upTo: 1 << 26).bytes) ?? []
            try? LocalFile.replace(path, with: former + bytes)
            if let failure { throw failure }
            return .made
        }
    }

    private func get(_ item: Item, _ steps: [any FinishingStep]) async throws -> FileGetter.Ending {
        let target = try DownloadFolder(host.folder.path, naming: FileNameTemplate("{id}"))
        let getter = FileGetter(
            try host.downloader(finishing: steps), authorizer: .generous, into: target, selection: .usual)
        return await getter.get(item, number: 0)
    }

    @Test(
        "each step receives the result of the one before, and the credit records the original and the final file"
    )
    func steps() async throws {
        let (bytes, _) = try await host.picture()
        let steps = [
            AppendBytes(mark: "one", bytes: [1]), AppendBytes(mark: "none", reason: "why"),
            AppendBytes(mark: "needless", isUnneeded: true),
            AppendBytes(mark: "two", bytes: [2]),
        ]
        let ending = try await get(host.item(), steps)
        let made = bytes + [1, 2]
        #expect(
            ending
                == .saved(
                    SavedFile(
                        "owl.png", byteCount: made.count, resumedAt: 0,
                        notes: ["why"])))
        #expect(host.bytes("owl.png") == made)
        #expect(host.names == ["owl.png", "owl.png.credit.json"])
        let credit = try #require(CreditRecord(nextToFile: host.folder.path + "/owl.png"))
        #expect(try credit.byteCount == made.count && credit.digest == Digest.sha256.of(made).hex)
        let origin = try #require(credit.origin)
        #expect(try origin.byteCount == bytes.count && origin.digest == Digest.sha256.of(bytes).hex)
        #expect(origin.mediaType == "image/png" && origin.steps == ["one", "two"])
        #expect(try await get(host.item(), steps) == .there("owl.png"))
    }

    @Test("a failed step keeps the downloaded bytes, which are not requested again")
    func failing() async throws {
        let (bytes, _) = try await host.picture()
        let failing = AppendBytes(mark: "one", failure: .noRoom("full"))
        #expect(try await get(host.item(), [failing]) == .failed(.noRoom("full")))
        #expect(host.names == ["owl.part", "owl.part.json"])
        try host.folder.write("left by a run that was killed", to: "owl.part.2.new")
        let ending = try await get(host.item(), [])
        #expect(ending == .saved(SavedFile("owl.png", byteCount: bytes.count, resumedAt: bytes.count)))
        #expect(host.names == ["owl.png", "owl.png.credit.json"])
        #expect(try await host.ranges() == [nil, nil])
    }

    @Test(
        "a picture that cannot be converted is downloaded once, and can then be saved unconverted",
        arguments: [nil, "short=500000"])
    func unconvertible(fault: String?) async throws {
        let item = try host.item(fault: fault)
        let refusing = AppendBytes(mark: "converted", failure: .unconvertible("too large"))
        func get(_ selection: FileSelection, _ steps: [any FinishingStep]) async throws -> FileGetter.Ending {
            let target = try DownloadFolder(host.folder.path, naming: FileNameTemplate("{id}"))
            return await FileGetter(
                try host.downloader(finishing: steps), authorizer: .generous, into: target,
                selection: selection,
                board: host.board
            ).get(item, number: 0)
        }
        for _ in 0..<2 {
            let ending = try await get(FileSelection(.usual, as: .webp), [refusing])
            #expect(ending == .failed(.unconvertible("too large")))
        }
        #expect(host.names == ["owl.part", "owl.part.json"] && host.board.snapshot.keptCount == 0)
        #expect(try await get(.usual, []).savedPath == "owl.png")
        #expect(host.names == ["owl.png", "owl.png.credit.json"])
        #expect(try await host.ranges().count == 1)
    }

    @Test("a converted part left by a crash is removed, but not an unrelated file")
    func leftovers() async throws {
        let selection = FileSelection(.usual, as: .webp)
        let item = try host.item()
        let key = FileKey(item, selection)
        let url = try #require(item.file(.usual))
        let record = PartRecord(key: key, url: url, validator: nil, byteCount: 3)
        #expect(record.key == FileKey(item, .usual))
        _ = try await host.getter().get(item, number: 0)
        for name in ["owl", "owl (2)"] {
            try host.folder.write("abc", to: name + ".part")
            try host.folder.write(record.json, to: name + ".part.json")
            _ = FolderContents(at: host.folder.path, isTrial: false)
            #expect(host.names.contains(name + ".part") == (name == "owl (2)"))
        }
    }

    @Test("a cancelled run does not read the finished file to its end")
    func cancelled() async throws {
        let path = try host.folder.write("no picture, if anybody read it", to: "owl.part.1.new")
        let reading = Task {
            while !Task.isCancelled { await Task.yield() }
            return try Fingerprint(ofFile: path)
        }
        reading.cancel()
        await #expect(throws: DownloadError.cancelled) { try await reading.value }
    }

    @Test("a finished file that is not a picture is not kept")
    func unfit() async throws {
        struct ReplaceContent: FinishingStep {
            let mark = "spoilt"

            func finish(
                _ file: WholeFile, into path: String
            ) async throws(DownloadError) -> FinishingResult {
                try? LocalFile.replace(path, with: Array("no picture at all".utf8))
                return .made
            }
        }
        guard case .failed(.unfit) = try await get(host.item(), [ReplaceContent()]) else {
            Issue.record("it was kept")
            return
        }
        #expect(host.names == [])
    }
}
