internal import Database
internal import ForageCore

extension ItemWriter {
    /// Reads everything, and drops what is not what was written.
    mutating func verify() throws(DatabaseFault) -> KeptVerification {
        var verification = KeptVerification()
        var last = 0
        while case let rows = try rows(after: last), let end = rows.last {
            last = end.number
            verification.count += rows.count
            for row in rows where !row.isWhole {
                verification.damagedCount += try database.drop("number = ?", row.number)
            }
        }
        for table in ItemSchema.indexes where try !database.isIndexSound(table) {
            verification.isIndexSound = false
        }
        return verification
    }

    private mutating func rows(after number: Int) throws(DatabaseFault) -> [(number: Int, isWhole: Bool)] {
        try database.rows(
            """
            SELECT item.number, name, local_id, written FROM item
            LEFT JOIN provider ON provider.number = item.provider
            WHERE item.number > ? ORDER BY item.number LIMIT 256
            """, number
        ) { row in
            (row.int(0), row.item(at: 1) != nil)
        }
    }
}
