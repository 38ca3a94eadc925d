import Database
import Platform
import Testing

@Suite("A database connection")
struct ConnectionTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test(
        "reads back the values that were written",
        arguments: [
            .integer(0), .integer(.max), .integer(.min), .real(0.1), .real(-1e300), .text(""),
            .text("Eule 🦉 \u{0} behind"), .bytes([]), .bytes([0, 255, 0]), .null,
        ] as [Value])
    func roundTrip(value: Value) throws {
        var database = try Connection(folder.database)
        try database.execute("CREATE TABLE one (value)")
        try database.run("INSERT INTO one VALUES (?)", value)
        let read = try database.first("SELECT value, typeof(value) FROM one") { Value($0) }
        #expect(read == value)
    }

    @Test("reads every row, only the first row, or no row")
    func rows() throws {
        var database = try Connection(folder.database)
        try database.execute("CREATE TABLE owl (name TEXT, wings INTEGER)")
        for (name, wings) in [("Barn owl", 2), ("Snowy owl", 2), ("Owl of paper", 1)] {
            try database.run("INSERT INTO owl VALUES (?, ?)", name, wings)
        }
        let last = database.lastRowID()
        #expect(last == 3)
        #expect(
            try database.rows("SELECT name FROM owl WHERE wings = ? ORDER BY name", 2) { $0.text(0) }
                == ["Barn owl", "Snowy owl"])
        #expect(try database.first("SELECT name FROM owl ORDER BY wings") { $0.text(0) } == "Owl of paper")
        #expect(try database.first("SELECT name FROM owl WHERE wings = ?", 5) { $0.text(0) } == nil)
        try database.run("UPDATE owl SET wings = 0 WHERE wings = 2")
        let changed = database.changedRowCount()
        #expect(changed == 2)
    }

    @Test("commits all of a transaction or none of it")
    func transaction() throws {
        var database = try Connection(folder.database)
        try database.execute("CREATE TABLE owl (name TEXT UNIQUE)")
        #expect(throws: DatabaseError.self) {
            try database.transaction { (database) throws(DatabaseError) in
                try database.run("INSERT INTO owl VALUES ('Barn owl')")
                try database.run("INSERT INTO owl VALUES ('Barn owl')")
            }
        }
        #expect(try database.first("SELECT count(*) FROM owl") { $0.int(0) } == 0)
        let count = try database.transaction { (database) throws(DatabaseError) in
            try database.run("INSERT INTO owl VALUES ('Barn owl')")
            return try database.first("SELECT count(*) FROM owl") { $0.int(0) }
        }
        #expect(count == 1)
    }

    @Test("lets several connections write, one after the other")
    func concurrent() async throws {
        let path = folder.database
        var database = try Connection(path)
        try database.layOut(pageByteCount: 4096)
        try database.execute("CREATE TABLE tally (count INTEGER); INSERT INTO tally VALUES (0)")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var database = try Connection(path, .writing)
                    for _ in 0..<50 {
                        try database.transaction { (database) throws(DatabaseError) in
                            let count = try database.first("SELECT count FROM tally") { $0.int(0) } ?? 0
                            try database.run("UPDATE tally SET count = ?", count + 1)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try database.first("SELECT count FROM tally") { $0.int(0) } == 200)
    }

    @Test("creates files that only their owner can read, including the log")
    func permissions() throws {
        var database = try Connection(folder.database)
        try database.layOut(pageByteCount: 4096)
        try database.execute("CREATE TABLE owl (name)")
        let file = DatabaseFile(folder.database)
        for path in [file.path, file.logPath, file.logIndexPath] {
            let facts = try FileManager.default.attributesOfItem(atPath: path)
            #expect(facts[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("offers full-text search that ignores diacritics, and search by trigrams")
    func fullText() throws {
        #expect(Connection.hasFullTextSearch)
        var database = try Connection(folder.database)
        try database.execute(
            """
            CREATE VIRTUAL TABLE word USING fts5(text, tokenize = 'unicode61 remove_diacritics 2');
            CREATE VIRTUAL TABLE piece USING fts5(text, tokenize = 'trigram');
            INSERT INTO word VALUES ('Zürich'); INSERT INTO piece VALUES ('北海道の梟');
            """)
        let words = try database.rows("SELECT text FROM word WHERE word MATCH ?", "zurich") { $0.text(0) }
        let pieces = try database.rows("SELECT text FROM piece WHERE piece MATCH ?", "海道の") { $0.text(0) }
        #expect(words + pieces == ["Zürich", "北海道の梟"])
    }

    @Test(
        "reads an unchanging database without creating a file next to it, whatever its name",
        arguments: ["owls", "100%25 of? #owls"])
    func unchanging(name: String) throws {
        let path = "\(folder.path)/\(name).sqlite"
        do {
            var database = try Connection(path)
            try database.layOut(pageByteCount: 4096)
            try database.execute("CREATE TABLE owl (name); INSERT INTO owl VALUES ('Barn owl')")
        }
        var database = try Connection(path, .unchanging)
        try database.map(byteCount: 1 << 20)
        #expect(try database.first("SELECT name FROM owl") { $0.text(0) } == "Barn owl")
        #expect(throws: DatabaseError.readOnly) { try database.run("DELETE FROM owl") }
        #expect(!FileManager.default.fileExists(atPath: DatabaseFile(path).logIndexPath))
    }
}

extension Value {
    /// Reads a value whose type is named in the next column.
    fileprivate init(_ row: borrowing Row) {
        switch row.text(1) {
        case "integer": self = .integer(row.int(0))
        case "real": self = .real(row.double(0))
        case "text": self = .text(row.text(0))
        case "blob": self = .bytes(row.bytes(0))
        default: self = row.isNull(0) ? .null : .text("neither null nor anything")
        }
    }
}
