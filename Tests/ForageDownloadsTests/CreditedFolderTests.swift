import ForageCore
import Platform
import TestPlaces
import TestWording
import Testing

@testable import ForageDownloads

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("A folder of files with credits", .timeLimit(.minutes(2)))
struct CreditedFolderTests {
    private let host: PictureHost
    private var folder: String { host.folder.path }

    init() throws { host = try PictureHost() }

    /// Downloads a picture, and copies its credit for other names.
    private func get(creditsFor others: String...) async throws {
        _ = try await host.getter().get(host.item(), number: 0)
        for name in others {
            try FileManager.default.copyItem(
                atPath: "\(folder)/owl.png.credit.json", toPath: "\(folder)/\(name).credit.json")
        }
    }

    /// The state of every file, in a word.
    private func findings() async throws -> [String: String] {
        try await #require(CreditedFolder(folder)).findings()
    }

    @Test("files with the same bytes are distinguished, however many are missing")
    func sameBytes() async throws {
        try await get(creditsFor: "a.png", "b.png")
        #expect(try await findings() == ["owl.png": "sound", "a.png": "missing", "b.png": "missing"])
        try FileManager.default.copyItem(atPath: folder + "/owl.png", toPath: folder + "/bird.png")
        let findings = try await findings()
        #expect(findings["bird.png"] == "renamed")
        #expect(findings.values.count { $0 == "missing" } == 1)
        let credits = try await #require(CreditedFolder(folder)).credits()
        #expect(credits.files.map(\.path) == ["bird.png", "owl.png"] && credits.otherCount == 0)
    }

    @Test("pictures without a credit are found under any extension and at any depth")
    func everywhere() async throws {
        let deep = String(repeating: "d/", count: 100)
        for name in ["a.JPEG", "b.tif", "c.heif", "\(deep)d.png"] { try host.folder.write("x", to: name) }
        try host.folder.write("no picture", to: "e.txt")
        #expect(
            try await findings() == [
                "a.JPEG": "without", "b.tif": "without", "c.heif": "without", "\(deep)d.png": "without",
            ])
    }

    @Test("a digest may be in capitals, and a record without credits is not accepted")
    func records() async throws {
        try await get(creditsFor: "a.png")
        let record = try #require(CreditRecord(nextToFile: folder + "/owl.png"))
        let text = String(decoding: record.json, as: UTF8.self)
        let capitals = text.replacing(record.digest, with: record.digest.uppercased())
        try host.folder.write(capitals, to: "owl.png.credit.json")
        let list = try #require(text.firstRange(of: "\"credits\": ["))
        try host.folder.write(text[..<list.upperBound] + "]}", to: "a.png.credit.json")
        try host.folder.write("x", to: "a.png")
        #expect(try await findings() == ["owl.png": "sound", "a.png": "without"])
    }

    @Test("a file whose record lost its credits is not downloaded again")
    func creditless() async throws {
        try await get()
        let record = try #require(CreditRecord(nextToFile: folder + "/owl.png"))
        let text = String(decoding: record.json, as: UTF8.self)
        let list = try #require(text.firstRange(of: "\"credits\": ["))
        try host.folder.write(text[..<list.upperBound] + "]}", to: "owl.png.credit.json")
        #expect(try await host.getter().get(host.item(), number: 0) == .there("owl.png"))
        #expect(try await findings() == ["owl.png": "without"])
    }

    @Test("a changed picture is reported as stripped if its embedded credit is missing")
    func stripped() async throws {
        let getter = FileGetter(
            try host.downloader(finishing: [CreditEmbedding()]), authorizer: .generous,
            into: try DownloadFolder(folder, naming: FileNameTemplate("{id}")), selection: .usual)
        _ = await getter.get(try host.item(), number: 0)
        let (came, _) = try await host.picture()
        let made = try #require(host.bytes("owl.png"))
        let record = try #require(CreditRecord(nextToFile: folder + "/owl.png"))
        let page = try #require(record.credits.first?.page.text)
        let packet = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\(page)</x:xmpmeta>"
        let packed = Array(came[..<33]) + SamplePictures.packedText(packet) + Array(came[33...])
        for (bytes, finding) in [
            (made, "sound"), (made + [0], "changed"), (packed, "changed"), (came, "stripped"),
            (came + [0], "changed, stripped"), ([], "changed, stripped"),
        ] {
            try host.folder.write(bytes, to: "owl.png")
            #expect(try await findings() == ["owl.png": finding])
        }
    }

    @Test("the digest of the original file may be in capitals too")
    func capitalsOfOrigin() async throws {
        try await get()
        let record = try #require(CreditRecord(nextToFile: folder + "/owl.png"))
        let came = #""came": {"type": "image/png", "bytes": 1, "sha256": "\#(record.digest.uppercased())"}"#
        let text = String(decoding: record.json, as: UTF8.self)
            .replacing("\"\(record.digest)\"", with: "\"of what was made\", " + came)
        try host.folder.write(text, to: "owl.png.credit.json")
        #expect(try await findings() == ["owl.png": "stripped"])
    }
}

@Suite("A folder with unreadable files", .timeLimit(.minutes(2)))
struct ClosedFolderTests {
    private let host: PictureHost
    private var folder: String { host.folder.path }

    /// A picture with its credit, a picture without one, and a credit without its picture.
    init() async throws {
        host = try PictureHost()
        _ = try await host.getter().get(host.item(), number: 0)
        try FileManager.default.copyItem(
            atPath: "\(host.folder.path)/owl.png.credit.json",
            toPath: "\(host.folder.path)/lost.png.credit.json")
        try host.folder.write("x", to: "bare.png")
    }

    /// Replaces a file with a link to itself, which not even root can read.
    private func lock(_ name: String) throws {
        LocalFile.remove("\(folder)/\(name)")
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: name)
    }

    private func findings() async throws -> [String: String] {
        try await #require(CreditedFolder(folder)).findings()
    }

    @Test("an unreadable credit is reported once, and its picture is not reported as without credit")
    func credit() async throws {
        try lock("owl.png.credit.json")
        #expect(
            try await findings() == ["owl.png": "unreadable", "bare.png": "without", "lost.png": "missing"])
        let credits = try await #require(CreditedFolder(folder)).credits()
        #expect(credits.closed.map(\.path) == ["owl.png.credit.json"])
        #expect(credits.files.isEmpty && credits.otherCount == 1)
    }

    @Test(
        "a credit that is damaged, of a later version or of another program is reported with the reason",
        arguments: [
            Damage("empty", says: Wording.Settings.expected("JSON", found: "nothing")) { _ in "" },
            Damage("cut off", says: Wording.Files.cutOff) {
                String($0.prefix(200))
            },
            Damage("of a later version", says: Wording.Files.otherVersion(2, readable: 1)) {
                $0.replacing("\"version\": 1", with: "\"version\": 2")
            },
            Damage("of no version", says: Wording.Files.notACredit) {
                $0.replacing("\"version\"", with: "\"edition\"")
            },
            Damage("without a digest", says: Wording.Files.notACredit) {
                $0.replacing("sha256", with: "sha1")
            },
        ])
    func damaged(damage: Damage) async throws {
        for name in ["owl.png", "lost.png"] {
            let path = "\(name).credit.json"
            let whole = String(decoding: try #require(host.bytes(path)), as: UTF8.self)
            try host.folder.write(damage.change(whole), to: path)
        }
        let seen = try #require(CreditedFolder(folder))
        #expect(
            await seen.entries() == [
                CreditedFolder.Entry(path: "bare.png", finding: .withoutCredit),
                CreditedFolder.Entry(
                    path: "lost.png.credit.json", finding: .unreadable(nil, because: damage.reason)),
                CreditedFolder.Entry(
                    path: "owl.png",
                    finding: .unreadable(nil, because: Wording.Downloads.credit(damage.reason))),
            ])
        let credits = await seen.credits()
        #expect(credits.files.isEmpty && credits.otherCount == 1)
        #expect(
            credits.closed
                == ["lost.png", "owl.png"].map {
                    CreditedFolder.Closed("\($0).credit.json", because: damage.reason)
                })
    }

    /// A change to a credit, and the resulting message.
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String
        let change: @Sendable (String) -> String

        init(_ name: String, says reason: String, _ change: @escaping @Sendable (String) -> String) {
            testDescription = name
            self.reason = reason
            self.change = change
        }
    }

    @Test("an unreadable picture is not reported as without credit")
    func picture() async throws {
        let seen = try #require(CreditedFolder(folder))
        for name in ["owl.png", "bare.png"] { try lock(name) }
        #expect(
            await seen.findings() == [
                "owl.png": "unreadable", "bare.png": "unreadable", "lost.png": "missing",
            ])
        let credits = await seen.credits()
        #expect(credits.files.map(\.path) == ["owl.png"])
        #expect(credits.closed.map(\.path) == ["bare.png"] && credits.otherCount == 0)
    }

    @Test("a file removed meanwhile is missing, not unreadable")
    func gone() async throws {
        let seen = try #require(CreditedFolder(folder))
        for name in ["owl.png", "bare.png"] { LocalFile.remove("\(folder)/\(name)") }
        #expect(await seen.findings() == ["owl.png": "missing", "lost.png": "missing"])
        let credits = await seen.credits()
        #expect(credits.closed == [] && credits.otherCount == 0)
    }

    @Test("an unreadable folder is reported")
    func folderBelow() async throws {
        let deep = try DeepFolder(in: folder)
        let findings = try await findings()
        let credits = try await #require(CreditedFolder(folder)).credits()
        _ = consume deep
        let closed = findings.filter { $0.value == "unreadable" }.map(\.key)
        #expect(closed.count == 1 && closed[0].hasPrefix("\(DeepFolder.name)/"))
        #expect(credits.closed.map(\.path) == closed && findings.count == 4)
    }

    #if os(Linux)
        @Test("names that are not valid text are reported if they may be pictures or folders")
        func noText() async throws {
            for name in [".png", ".png.credit.json", "notes.txt"] {
                close(creat(path(noText: name), 0o644))
            }
            mkdir(path(noText: " folder"), 0o755)
            let names = [" folder", ".png", ".png.credit.json"].map { "\u{FFFD}" + $0 }
            #expect(try await #require(CreditedFolder(folder)).credits().closed.map(\.path) == names)
            #expect(try await findings().filter { $0.value == "unreadable" }.keys.sorted() == names)
        }

        /// A path in the folder whose name begins with an invalid byte.
        private func path(noText name: String) -> [CChar] {
            Array("\(folder)/".utf8CString.dropLast()) + [-1] + Array(name.utf8CString)
        }
    #endif
}

extension CreditedFolder {
    /// The state of every file, in a word.
    fileprivate func findings() async -> [String: String] {
        Dictionary(await entries().map { ($0.path, $0.finding.word) }) { "\($0) and \($1)" }
    }
}

extension CreditedFolder.Finding {
    fileprivate var word: String {
        switch self {
        case .intact: "sound"
        case .renamed: "renamed"
        case .stripped: "stripped"
        case .changed: "changed"
        case .changedAndStripped: "changed, stripped"
        case .withoutCredit: "without"
        case .missing: "missing"
        case .unreadable: "unreadable"
        }
    }
}
