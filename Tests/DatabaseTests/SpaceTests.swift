import Database
import Platform
import Testing

@Suite("Database file size")
struct SpaceTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func filled() throws -> Connection {
        var database = try Connection(folder.database)
        try database.layOut(pageByteCount: 4096)
        try database.relaxDurability()
        try database.map(byteCount: 1 << 20)
        try database.execute("CREATE TABLE owl (body BLOB)")
        try database.transaction { (database) throws(DatabaseError) in
            for _ in 0..<100 { try database.run("INSERT INTO owl VALUES (zeroblob(40000))") }
        }
        return database
    }

    @Test("the file shrinks when free pages are released and the log is checkpointed")
    func shrinking() throws {
        var database = try filled()
        let file = DatabaseFile(folder.database)
        #expect(try database.first("PRAGMA page_size") { $0.int(0) } == 4096)
        #expect(file.logByteCount > 4_000_000)
        #expect(try database.emptyLog(patience: .seconds(1)))
        #expect(file.logByteCount == 0)
        #expect(try file.byteCount == database.pageCount() * 4096)
        try database.run("DELETE FROM owl WHERE rowid > 50")
        let (pages, free) = try (database.pageCount(), database.freePageCount())
        #expect(free >= 450)
        try database.releaseFreePages(400)
        #expect(try database.pageCount() <= pages - 400)
        try database.emptyLog(patience: .seconds(1))
        #expect(try file.byteCount == database.pageCount() * 4096)
    }

    @Test("automatic checkpoints keep the log small")
    func folding() throws {
        var database = try filled()
        try database.emptyLog(patience: .seconds(1))
        database.foldLog(atPages: 20)
        for _ in 0..<50 { try database.run("INSERT INTO owl VALUES (zeroblob(40000))") }
        #expect(DatabaseFile(folder.database).logByteCount < 60 * 4096)
    }

    @Test("the log is emptied with the last connection, unless the connection leaves it")
    func closing() throws {
        let file = DatabaseFile(folder.database)
        do { _ = try filled() }
        #expect(file.logByteCount == 0)
        do {
            var database = try Connection(file.path, .writing)
            database.leaveLog()
            try database.run("DELETE FROM owl")
        }
        #expect(file.logByteCount > 0)
        var database = try Connection(file.path, .writing)
        #expect(try database.first("SELECT count(*) FROM owl") { $0.int(0) } == 0)
    }

    @Test("a connection detects that its file was removed")
    func moved() throws {
        var database = try filled()
        let before = database.hasMoved()
        try FileManager.default.removeItem(atPath: folder.path)
        let after = database.hasMoved()
        #expect(!before && after)
    }

    @Test("a new database can be created after the old one is set aside")
    func aside() throws {
        let file = DatabaseFile(folder.database)
        var old = try filled()
        let identity = file.identity
        let aside = try #require(file.setAside(as: "damaged"))
        #expect(!file.exists)
        #expect(aside.identity == identity)
        var new = try Connection(file.path)
        try new.execute("CREATE TABLE owl (name)")
        #expect(file.identity != identity)
        #expect(try new.first("SELECT count(*) FROM owl") { $0.int(0) } == 0)
        #expect(try old.first("SELECT count(*) FROM owl") { $0.int(0) } == 100)
        #expect(DatabaseFile(folder.path + "/none").setAside(as: "damaged") == nil)
    }

    @Test("databases set aside get numbered names, up to nine")
    func manyAside() throws {
        let file = DatabaseFile(folder.database)
        var identities: [UInt64?] = []
        for number in 1...9 {
            _ = try filled()
            identities.append(file.identity)
            let aside = try #require(file.setAsideKeepingOthers(as: "aside"))
            #expect(aside.path == file.path + (number == 1 ? ".aside" : ".aside-\(number)"))
        }
        #expect(DatabaseFile(file.path + ".aside").identity == identities[0])
        #expect(DatabaseFile(file.path + ".aside-2").identity == identities[1])
        _ = try filled()
        #expect(file.setAsideKeepingOthers(as: "aside") == nil && file.exists)
    }
}
