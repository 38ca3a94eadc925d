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
        server.readNow(evenIfLate: true) { (server) throws(DatabaseError) in
            try server.transaction { (server) throws(DatabaseError) in
                for ids in Self.batches(removed) {
                    let places = ids.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
                    try server.run(
                        "DELETE FROM forage.collected WHERE collection = $1 AND id IN (\(places))",
                        with: [name] + ids)
                }
                for ids in Self.batches(added) {
                    let rows = ids.indices.map { "($1, $\($0 + 2)::bytea)" }.joined(separator: ", ")
                    try server.run(
                        """
                        INSERT INTO forage.collected (collection, id) VALUES \(rows)
                        ON CONFLICT (collection, id) DO NOTHING
                        """, with: [name] + ids)
                }
            }
            return true
        } ?? false
    }

    /// The values of the IDs, in as few statements as may carry so many.
    private static func batches(_ ids: [ItemID]) -> [[any Bindable]] {
        let greatestCount = 10_000
        return stride(from: 0, to: ids.count, by: greatestCount).map { start in
            ids[start...].prefix(greatestCount).map { Array($0.description.utf8) }
        }
    }
}
