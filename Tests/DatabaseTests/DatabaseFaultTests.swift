import Database
import Platform
import Testing

@Suite("A fault of a database")
struct DatabaseErrorTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("says that nothing is there")
    func unreachable() throws {
        #expect(throws: DatabaseError.unreachable) { _ = try Connection(folder.database, .writing) }
        #expect(throws: DatabaseError.unreachable) { _ = try Connection(folder.path + "/no/owls.sqlite") }
    }

    @Test("says that it may not be written")
    func readOnly() throws {
        var owner = try Connection(folder.database)
        try owner.execute("CREATE TABLE owl (name)")
        var database = try Connection(folder.database, .reading)
        #expect(throws: DatabaseError.readOnly) { try database.run("INSERT INTO owl VALUES ('Barn owl')") }
    }

    @Test("says that there is no room, and what was there stays")
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

    @Test("says that another holds it")
    func busy() throws {
        var one = try Connection(folder.database)
        try one.execute("CREATE TABLE owl (name); BEGIN IMMEDIATE")
        var other = try Connection(folder.database, patience: .milliseconds(10))
        #expect(throws: DatabaseError.busy) { try other.run("INSERT INTO owl VALUES ('Barn owl')") }
    }

    @Test("says that the file is not a database")
    func noDatabase() throws {
        try folder.write(Array(repeating: 0x6F, count: 20_000), to: folder.database)
        var database = try Connection(folder.database)
        #expect(throws: DatabaseError.damaged) { try database.schemaVersion() }
    }

    @Test("says that a statement is wrong, in SQLite's words")
    func other() throws {
        var database = try Connection(folder.database)
        #expect(throws: DatabaseError.other("no such table: owl")) { try database.run("SELECT * FROM owl") }
        #expect(throws: DatabaseError.other("\"\" is not a statement")) { try database.run("") }
    }

    @Test(
        "is a sentence",
        arguments: [
            .busy, .full, .readOnly, .damaged, .newer(version: 7), .unreachable, .other("disk I/O error"),
        ] as [DatabaseError])
    func sentence(fault: DatabaseError) {
        #expect(fault.description.hasPrefix("The "))
        #expect(fault.description.hasSuffix("."))
    }
}
