import Database
import ForageCore
import Platform
import Synchronization
import TestPlaces
import TestWording
import Testing

@testable import ForageStorage

@Suite("The archive of downloaded files")
struct SQLiteFileArchiveTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Opens the archive as another run would.
    private func archive(upTo count: Int = 100) -> SQLiteFileArchive {
        SQLiteFileArchive(
            in: folder.path + "/state", upTo: count, now: { Date(timeIntervalSince1970: 1_700_000_000) },
            warn: { Issue.record("\($0)") })
    }

    private func ids(_ archive: SQLiteFileArchive) -> [String] {
        var ids: [String] = []
        archive.each { ids.append("\($0.id) \($0.size)") }
        return ids
    }

    private func id(_ number: Int) throws -> ItemID { try #require(ItemID("sample:\(number)")) }

    @Test("a noted file is known to every later run, once per size")
    func noted() throws {
        let archive = archive()
        #expect(try !archive.has(id(1), size: "full"))
        for size in ["full", "full", "800x"] { archive.note(try id(1), size: size) }
        #expect(try self.archive().has(id(1), size: "full") && !self.archive().has(id(1), size: "small"))
        #expect(ids(self.archive()) == ["sample:1 full", "sample:1 800x"])
    }

    @Test("some or all entries can be removed")
    func forgotten() throws {
        let archive = archive()
        for number in 0..<4 { archive.note(try id(number), size: "full") }
        archive.note(try id(1), size: "800x")
        #expect(try archive.forget(id(1)) == 2 && archive.forget(id(9)) == 0)
        #expect(ids(archive) == ["sample:0 full", "sample:2 full", "sample:3 full"])
        #expect(archive.clear() == 3)
        #expect(ids(archive) == [])
    }

    @Test("the archive is limited, and the oldest entries are removed")
    func bounded() throws {
        let archive = archive(upTo: 3)
        for number in 0..<10 { archive.note(try id(number), size: "full") }
        #expect(ids(archive) == ["sample:7 full", "sample:8 full", "sample:9 full"])
    }

    @Test("simultaneous runs lose no entries")
    func together() async throws {
        let ids = try (0..<80).map(id)
        await withTaskGroup { group in
            for place in 0..<4 {
                let archive = archive()
                group.addTask {
                    for id in ids[(place * 20)..<(place * 20 + 20)] { archive.note(id, size: "full") }
                }
            }
        }
        #expect(self.ids(archive()).count == 80)
    }

    @Test("an archive locked by another program is reported, and no removal is claimed")
    func busy() throws {
        archive().note(try id(1), size: "full")
        var holder = try Connection(folder.path + "/state/archive.sqlite")
        try holder.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM had")
        let words = Mutex<[String]>([])
        let archive = SQLiteFileArchive(
            in: folder.path + "/state", warn: { text in words.withLock { $0.append(text) } })
        #expect(archive.clear() == nil && !archive.each { _ in } && !archive.open())
        #expect(words.withLock { $0.first?.contains("Try again") == true })
        try holder.execute("ROLLBACK")
    }

    @Test(
        "while another program locks the archive, no file is reported as missing, and notes are lost"
    )
    func busyOnTheWay() throws {
        let words = Mutex<[String]>([])
        let archive = SQLiteFileArchive(
            in: folder.path + "/state", warn: { text in words.withLock { $0.append(text) } })
        try #require(archive.open() && archive.trouble == nil)
        var holder = try Connection(folder.path + "/state/archive.sqlite")
        try holder.execute("BEGIN IMMEDIATE; DELETE FROM had")
        archive.note(try id(1), size: "full")
        let reason = Wording.Downloads.archiveInUse
        #expect(archive.trouble == FileArchiveError(reason, unnotedCount: 1))
        #expect(throws: FileArchiveError(reason, unnotedCount: 1)) { try archive.has(id(1), size: "full") }
        try holder.execute("ROLLBACK")
        // The archive is not waited for again: a run that began without it ends without it.
        archive.note(try id(2), size: "full")
        #expect(archive.trouble?.unnotedCount == 2 && words.withLock(\.count) == 1)
        #expect(ids(self.archive()) == [])
    }

    @Test("an archive that fails after opening gives no answers")
    func broken() throws {
        let words = Mutex<[String]>([])
        let archive = SQLiteFileArchive(
            in: folder.path + "/state", warn: { text in words.withLock { $0.append(text) } })
        try #require(archive.open())
        var other = try Connection(folder.path + "/state/archive.sqlite")
        try other.execute("DROP TABLE had")
        #expect(throws: FileArchiveError(Wording.Downloads.unusableArchive)) {
            try archive.has(id(1), size: "full")
        }
        archive.note(try id(1), size: "full")
        #expect(archive.trouble?.unnotedCount == 1)
        #expect(words.withLock { $0.count == 1 && $0[0].contains("The archive of files cannot be used.") })
    }

    @Test(
        "a warning handler may use the archive at once",
        arguments: [("state/archive.sqlite", false), ("state", nil)] as [(String, Bool?)])
    func asking(place: String, answer: Bool?) throws {
        try folder.write("no database", to: place)
        let id = try id(1)
        let asked = Mutex<SQLiteFileArchive?>(nil)
        let answers = Mutex<[Bool?]>([])
        let archive = SQLiteFileArchive(
            in: folder.path + "/state",
            warn: { _ in
                let archive = asked.withLock(\.self)
                let answer = try? archive?.has(id, size: "full")
                answers.withLock { $0.append(answer) }
            })
        asked.withLock { $0 = archive }
        archive.note(id, size: "800x")
        #expect(answers.withLock(\.self) == [answer])
    }

    @Test(
        "a file set aside is not overwritten, and after nine of them nothing is moved")
    func movedAway() throws {
        let path = folder.path + "/state/archive.sqlite"
        for number in 1...10 {
            try? FileManager.default.removeItem(atPath: path + "-wal")
            try folder.write("no database \(number)", to: "state/archive.sqlite")
            #expect(SQLiteFileArchive(in: folder.path + "/state").open() == (number < 10))
        }
        for (ending, number) in [(".aside", 1), (".aside-2", 2), (".aside-9", 9), ("", 10)] {
            let data = try Data(contentsOf: URL(filePath: path + ending))
            #expect(String(decoding: data, as: UTF8.self) == "no database \(number)")
        }
    }

    @Test("reading creates no file, and a file that is not a database is set aside and reported")
    func trouble() throws {
        #expect(ids(archive()) == [] && archive().clear() == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/state"))
        try folder.write("no database", to: "state/archive.sqlite")
        let words = Mutex<[String]>([])
        let archive = SQLiteFileArchive(
            in: folder.path + "/state", warn: { text in words.withLock { $0.append(text) } })
        archive.note(try id(1), size: "full")
        #expect(try archive.has(id(1), size: "full"))
        #expect(words.withLock { $0.count == 1 && $0[0].contains("archive of files starts empty") })
    }
}
