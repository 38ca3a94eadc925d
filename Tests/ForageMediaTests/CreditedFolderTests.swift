import Essentials
import Files
import ForageCore
import TestPlaces
import Testing

@testable import ForageMedia

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("A folder of files with their credit", .timeLimit(.minutes(2)))
struct CreditedFolderTests {
    private let host: PictureHost
    private var folder: String { host.folder.path }

    init() throws { host = try PictureHost() }

    /// Gets a picture, and gives copies of its credit to others.
    private func get(creditsFor others: String...) async throws {
        _ = try await host.getter().get(host.item(), number: 0)
        for name in others {
            try FileManager.default.copyItem(
                atPath: "\(folder)/owl.png.credit.json", toPath: "\(folder)/\(name).credit.json")
        }
    }

    /// What became of every file, in a word.
    private func findings() async throws -> [String: String] {
        let entries = try await #require(CreditedFolder(folder)).entries()
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.path, $0.finding.word) })
    }

    @Test("files of the same bytes are told apart, however many are not there")
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

    @Test("pictures without credit are seen under every name, however deep they lie")
    func everywhere() async throws {
        let deep = String(repeating: "d/", count: 100)
        for name in ["a.JPEG", "b.tif", "c.heif", "\(deep)d.png"] { try host.folder.write("x", to: name) }
        try host.folder.write("no picture", to: "e.txt")
        #expect(
            try await findings() == [
                "a.JPEG": "without", "b.tif": "without", "c.heif": "without", "\(deep)d.png": "without",
            ])
    }

    @Test("a digest may be written in capitals, and a record without a credit is none")
    func records() async throws {
        try await get(creditsFor: "a.png")
        let record = try #require(CreditRecord(besideFile: folder + "/owl.png"))
        let text = String(decoding: record.json, as: UTF8.self)
        let capitals = text.replacing(record.digest, with: record.digest.uppercased())
        try host.folder.write(capitals, to: "owl.png.credit.json")
        let list = try #require(text.firstRange(of: "\"credits\": ["))
        try host.folder.write(text[..<list.upperBound] + "]}", to: "a.png.credit.json")
        try host.folder.write("x", to: "a.png")
        #expect(try await findings() == ["owl.png": "sound", "a.png": "without"])
    }

    #if os(Linux)
        @Test("a name that is no text is not passed over")
        func noText() async throws {
            let path = (folder + "/").utf8.map { CChar(bitPattern: $0) } + [-1, 0x2E, 0x70, 0x6E, 0x67, 0]
            let descriptor = creat(path, 0o644)
            #expect(descriptor >= 0)
            close(descriptor)
            #expect(try await findings() == ["\u{FFFD}.png": "unreadable"])
            #expect(try await #require(CreditedFolder(folder)).credits().closed == ["\u{FFFD}.png"])
        }
    #endif
}

extension CreditedFolder.Finding {
    fileprivate var word: String {
        switch self {
        case .sound: "sound"
        case .renamed: "renamed"
        case .asItCame: "stripped"
        case .changed: "changed"
        case .withoutCredit: "without"
        case .missing: "missing"
        case .unreadable: "unreadable"
        }
    }
}
