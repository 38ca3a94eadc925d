internal import Database

extension StoreWriter {
    /// Drops the entries that a statement names, each with its body; inside a transaction.
    ///
    /// - Returns: How many they were.
    @discardableResult
    mutating func drop(_ statement: String, _ values: any Bindable...) throws(DatabaseFault) -> Int {
        var entries: [(id: Int, blob: Int)] = []
        try database.each(statement, values) { row in
            entries.append((row.int(0), row.int(1)))
            return true
        }
        for entry in entries {
            try database.run("DELETE FROM entry WHERE id = ?", entry.id)
            let uses = try database.first(
                "UPDATE blob SET uses = uses - 1 WHERE id = ? RETURNING uses", entry.blob
            ) { $0.int(0) }
            if let uses, uses <= 0 { try dropBody(entry.blob) }
        }
        return entries.count
    }

    /// Drops a body. Its file is only written down to be removed: were it gone before this is kept, a row
    /// could be left without its bytes.
    mutating func dropBody(_ blob: Int) throws(DatabaseFault) {
        let dropped = try database.first(
            "DELETE FROM blob WHERE id = ? RETURNING digest, byte_count, body IS NULL", blob
        ) { (digest: $0.bytes(0), byteCount: $0.int(1), isFile: $0.int(2) == 1) }
        guard let dropped, dropped.isFile else { return }
        let diskByteCount = StoreFolder.diskByteCount(of: dropped.byteCount)
        try addStray(StoreFolder.name(of: dropped.digest), dropped.digest, diskByteCount: diskByteCount)
        condemnedByteCount += diskByteCount
    }
}
