internal import Database
package import ForageCore

/// The collections of a person: a small database that all of their programs share.
package final class SQLiteCollectionStore: CollectionStore {
    private let database: StateDatabase

    /// - Parameters:
    ///   - folder: The folder of the database, which is created if missing.
    ///   - warn: Receives a warning if the database cannot be used or had to be moved.
    package init(in folder: String, warn: @escaping @Sendable (String) -> Void = { _ in }) {
        let file = StateFile(
            folder: folder, name: "collections", steps: Self.steps, lament: "and there are no collections.")
        database = StateDatabase(file, lament: "The collections cannot be used.", warn: warn)
    }

    private static let steps = [
        """
        CREATE TABLE collected (
            number INTEGER PRIMARY KEY, collection TEXT NOT NULL, id TEXT NOT NULL, UNIQUE (collection, id)
        )
        """
    ]

    package func collections() -> [ItemCollection]? {
        guard database.exists else { return [] }
        return database.use(ifBusy: nil) { (database) throws(DatabaseError) in
            try database.rows(
                "SELECT collection, count(*) FROM collected GROUP BY collection ORDER BY collection"
            ) {
                ItemCollection(name: $0.text(0), count: $0.int(1))
            }
        }
    }

    package func items(of name: String) -> [ItemID]? {
        guard database.exists else { return [] }
        return database.use(ifBusy: nil) { (database) throws(DatabaseError) in
            try database.rows("SELECT id FROM collected WHERE collection = ? ORDER BY number", name) {
                ItemID($0.text(0))
            }.compactMap(\.self)
        }
    }

    package func change(_ name: String, adding added: [ItemID], removing removed: [ItemID]) -> Bool {
        database.use(ifBusy: nil) { (database) throws(DatabaseError) in
            try database.transaction { (database) throws(DatabaseError) in
                for id in removed {
                    try database.run(
                        "DELETE FROM collected WHERE collection = ? AND id = ?", name, id.description)
                }
                for id in added {
                    try database.run(
                        "INSERT OR IGNORE INTO collected (collection, id) VALUES (?, ?)", name,
                        id.description)
                }
            }
            return true
        } ?? false
    }
}
