internal import Database
package import ForageCore

/// The collections of a team.
package struct PostgresCollectionStore: CollectionStore {
    private let server: PostgresServer

    package init(on server: PostgresServer) { self.server = server }

    package func collections() -> [ItemCollection]? {
        server.readNow { (server) throws(DatabaseError) in
            try server.rows(
                "SELECT collection, count(*) FROM forage.collected GROUP BY collection ORDER BY collection"
            ) { ItemCollection(name: $0.text(0), count: $0.int(1)) }
        }
    }

    package func items(of name: String) -> [ItemID]? {
        server.readNow { (server) throws(DatabaseError) in
            try server.rows("SELECT id FROM forage.collected WHERE collection = $1 ORDER BY number", name) {
                ItemID(String(decoding: $0.bytes(0), as: UTF8.self))
            }.compactMap(\.self)
        }
    }

    package func change(_ name: String, adding added: [ItemID], removing removed: [ItemID]) -> Bool {
        server.readNow { (server) throws(DatabaseError) in
            try server.transaction { (server) throws(DatabaseError) in
                for id in removed {
                    try server.run(
                        "DELETE FROM forage.collected WHERE collection = $1 AND id = $2", name,
                        Array(id.description.utf8))
                }
                for id in added {
                    try server.run(
                        """
                        INSERT INTO forage.collected (collection, id) VALUES ($1, $2)
                        ON CONFLICT (collection, id) DO NOTHING
                        """, name, Array(id.description.utf8))
                }
            }
            return true
        } ?? false
    }
}
