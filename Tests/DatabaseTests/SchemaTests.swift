import Database
import Testing

@Suite("Schema migrations")
struct SchemaTests {
    private let folder: Folder
    private let first = "CREATE TABLE owl (name TEXT)"
    private let second = "ALTER TABLE owl ADD COLUMN wings INTEGER DEFAULT 2"

    init() throws { folder = try Folder() }

    @Test("each migration adds its step and keeps the rows")
    func steps() throws {
        var database = try Connection(folder.database)
        try database.migrate([first])
        try database.run("INSERT INTO owl VALUES ('Barn owl')")
        #expect(try database.schemaVersion() == 1)
        try database.migrate([first, second])
        try database.migrate([first, second])
        #expect(try database.schemaVersion() == 2)
        #expect(try database.first("SELECT wings FROM owl") { $0.int(0) } == 2)
    }

    @Test("a schema from a newer program is left unchanged")
    func newer() throws {
        var database = try Connection(folder.database)
        try database.migrate([first, second])
        #expect(throws: DatabaseError.newer(version: 2)) { try database.migrate([first]) }
        #expect(try database.schemaVersion() == 2)
    }

    @Test("a failed step leaves the schema unchanged")
    func failing() throws {
        var database = try Connection(folder.database)
        try database.migrate([first])
        let failing = second + "; CREATE TABLE owl (x)"
        #expect(throws: DatabaseError.self) { try database.migrate([first, failing]) }
        #expect(try database.schemaVersion() == 1)
        #expect(throws: DatabaseError.self) { try database.run("SELECT wings FROM owl") }
    }

    @Test("the schema is created once when several connections create it at the same time")
    func concurrent() async throws {
        let path = folder.database
        let steps = [first, second]
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try DatabaseFile(path).make { (database) throws(DatabaseError) in
                        try database.layOut(pageByteCount: 4096)
                        try database.migrate(Array(steps.prefix(1)))
                    }
                    var database = try Connection(path, .writing)
                    try database.migrate(steps)
                    return try database.schemaVersion()
                }
            }
            for try await version in group { #expect(version == 2) }
        }
    }
}
