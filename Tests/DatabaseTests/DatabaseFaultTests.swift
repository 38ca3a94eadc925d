import Database
import Platform
import Testing

@Suite("Database errors")
struct DatabaseErrorTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("a missing file is unreachable")
    func unreachable() throws {
        #expect(throws: DatabaseError.unreachable) { _ = try Connection(folder.database, .writing) }
        #expect(throws: DatabaseError.unreachable) { _ = try Connection(folder.path + "/no/owls.sqlite") }
    }

    @Test("writing to a read-only connection fails with readOnly")
    func readOnly() throws {
        var owner = try Connection(folder.database)
        try owner.execute("CREATE TABLE owl (name)")
        var database = try Connection(folder.database, .reading)
        #expect(throws: DatabaseError.readOnly) { try database.run("INSERT INTO owl VALUES ('Barn owl')") }
    }

    @Test("a full database reports full and keeps its earlier content")
    func full() throws {
        var database = try Connection(folder.database)
        try database.execute("CREATE TABLE owl (name)")
        try database.limit(pages: 20)
        #expect(throws: DatabaseError.full) {
            try database.transaction { (database) throws(DatabaseError) in
                for _ in 0..<100 { try database.run("INSERT INTO owl VALUES (zeroblob(4000))") }
            }
        }
        #expect(try database.first("SELECT count(*) FROM owl") { $0.int(0) } == 0)
        try database.run("INSERT INTO owl VALUES ('Barn owl')")
    }

    @Test("a database locked by another connection is busy")
    func busy() throws {
        var one = try Connection(folder.database)
        try one.execute("CREATE TABLE owl (name); BEGIN IMMEDIATE")
        var other = try Connection(folder.database, patience: .milliseconds(10))
        #expect(throws: DatabaseError.busy) { try other.run("INSERT INTO owl VALUES ('Barn owl')") }
    }

    @Test("a file that is not a database is damaged")
    func noDatabase() throws {
        try folder.write(Array(repeating: 0x6F, count: 20_000), to: folder.database)
        var database = try Connection(folder.database)
        #expect(throws: DatabaseError.damaged) { try database.schemaVersion() }
    }

    @Test("a wrong statement is reported in SQLite's words")
    func other() throws {
        var database = try Connection(folder.database)
        #expect(throws: DatabaseError.other("no such table: owl")) { try database.run("SELECT * FROM owl") }
        #expect(throws: DatabaseError.other("\"\" is not a statement")) { try database.run("") }
    }

    @Test(
        "every error is described in a full sentence",
        arguments: [
            .busy, .full, .readOnly, .damaged, .newer(version: 7), .unreachable, .other("disk I/O error"),
        ] as [DatabaseError])
    func sentence(fault: DatabaseError) {
        #expect(fault.description.hasPrefix("The "))
        #expect(fault.description.hasSuffix("."))
    }
}
