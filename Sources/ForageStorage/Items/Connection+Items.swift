internal import Database
internal import ForageCore

extension Connection {
    /// Keeps items of one provider, the best first.
    mutating func keep(_ items: [NewItem], of provider: ProviderID) throws(DatabaseError) {
        try run("INSERT OR IGNORE INTO provider (name, last) VALUES (?, 0)", provider.name)
        let row = try first("SELECT number, last FROM provider WHERE name = ?", provider.name) {
            (provider: $0.int(0), last: $0.int(1))
        }
        guard let row else { return }
        let numbers = ItemSchema.numbers(ofProvider: row.provider)
        // The newest is the best of the last list.
        for (place, item) in items.reversed().enumerated() {
            try drop("provider = ? AND local_id = ?", row.provider, item.id.local)
            try insert(item, of: row.provider, as: numbers.lowerBound + row.last + place + 1)
        }
        try run("UPDATE provider SET last = ? WHERE number = ?", row.last + items.count, row.provider)
    }

    private mutating func insert(
        _ item: NewItem, of provider: Int, as number: Int
    ) throws(DatabaseError) {
        try run(
            """
            INSERT INTO item (number, provider, local_id, kind, met, expires, written)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, number, provider, item.id.local, item.kind.rawValue, item.met, item.expires, item.written)
        try run("INSERT INTO unindexed (number) VALUES (?)", number)
    }

    /// Puts the next few items into the index.
    ///
    /// - Returns: How many; 0 when all are in it.
    mutating func indexNext(_ count: Int) throws(DatabaseError) -> Int {
        let found = try unindexedItems(upTo: count)
        for (number, item) in found {
            if let item { try index(ItemText(item), of: number) }
            try run("DELETE FROM unindexed WHERE number = ?", number)
        }
        return found.count
    }

    /// The newest items that are not in the index; nil for one that is damaged.
    mutating func unindexedItems(upTo count: Int) throws(DatabaseError) -> [(number: Int, item: Item?)] {
        try rows(
            """
            SELECT unindexed.number, name, local_id, written FROM unindexed
            LEFT JOIN item ON item.number = unindexed.number
            LEFT JOIN provider ON provider.number = item.provider
            ORDER BY unindexed.number DESC LIMIT ?
            """, count
        ) { row in (number: row.int(0), item: row.item(at: 1)) }
    }

    /// Drops the items that satisfy a condition, in the index as well.
    @discardableResult
    mutating func drop(_ condition: String, _ values: any Bindable...) throws(DatabaseError) -> Int {
        var found: [(number: Int, indexed: Item?)] = []
        try each(
            """
            SELECT number, (SELECT name FROM provider WHERE number = item.provider), local_id, written,
                EXISTS (SELECT 1 FROM unindexed WHERE unindexed.number = item.number)
            FROM item WHERE \(condition)
            """, values
        ) { row in
            found.append((row.int(0), row.int(4) == 1 ? nil : row.item(at: 1)))
            return true
        }
        for (number, indexed) in found {
            // What a damaged row said is not known; its words lead to nothing from now on.
            if let indexed { try removeFromIndex(ItemText(indexed), of: number) }
            try run("DELETE FROM unindexed WHERE number = ?", number)
            try run("DELETE FROM item WHERE number = ?", number)
        }
        return found.count
    }
}

/// The two indexes: of words, and of every three letters of words that are written without spaces.
extension Connection {
    mutating func index(_ text: ItemText, of number: Int) throws(DatabaseError) {
        try index(text, of: number, words: "item_words", letters: "item_letters")
    }

    /// The same in the indexes of this connection alone.
    mutating func indexAside(_ text: ItemText, of number: Int) throws(DatabaseError) {
        try index(text, of: number, words: "late_words", letters: "late_letters")
    }

    private mutating func index(
        _ text: ItemText, of number: Int, words: String, letters: String
    ) throws(DatabaseError) {
        try each(
            """
            INSERT INTO \(words) (rowid, title, summary, tags, creator, collection)
            VALUES (?, ?, ?, ?, ?, ?)
            """, [number] + text.columns
        ) { _ in false }
        guard !text.letters.isEmpty else { return }
        try run("INSERT INTO \(letters) (rowid, letters) VALUES (?, ?)", number, text.letters)
    }

    /// Takes an item out; the text has to be the one that was put in.
    mutating func removeFromIndex(_ text: ItemText, of number: Int) throws(DatabaseError) {
        try each(
            """
            INSERT INTO item_words (item_words, rowid, title, summary, tags, creator, collection)
            VALUES ('delete', ?, ?, ?, ?, ?, ?)
            """, [number] + text.columns
        ) { _ in false }
        guard !text.letters.isEmpty else { return }
        try run(
            "INSERT INTO item_letters (item_letters, rowid, letters) VALUES ('delete', ?, ?)", number,
            text.letters)
    }

    /// Empties both.
    mutating func removeIndex() throws(DatabaseError) {
        for table in ItemSchema.indexes { try run("INSERT INTO \(table) (\(table)) VALUES ('delete-all')") }
    }

    /// Joins the pieces of an index a little further, and with them drops what was taken out; true while there is
    /// more to do. The first step says that all pieces are to become one.
    mutating func joinPieces(of table: String, isFirst: Bool) throws(DatabaseError) -> Bool {
        let before = try changeCount()
        let pageCount = 128
        try run(
            "INSERT INTO \(table) (\(table), rank) VALUES ('merge', ?)", isFirst ? -pageCount : pageCount)
        // The statement itself counts as one.
        return try changeCount() - before > 1
    }

    /// Whether an index contradicts itself.
    mutating func isIndexSound(_ table: String) throws(DatabaseError) -> Bool {
        do {
            try run("INSERT INTO \(table) (\(table)) VALUES ('integrity-check')")
            return true
        } catch .damaged {
            return false
        }
    }

    private mutating func changeCount() throws(DatabaseError) -> Int {
        try first("SELECT total_changes()") { $0.int(0) } ?? 0
    }
}

extension Row {
    /// The item of a provider's name, a local id and what was written, in these columns; nil where one is damaged.
    borrowing func item(at column: Int) -> Item? {
        guard !isNull(column + 2), let provider = ProviderID(text(column)) else { return nil }
        return Item(id: ItemID(provider: provider, local: text(column + 1)), document: bytes(column + 2))
    }
}
