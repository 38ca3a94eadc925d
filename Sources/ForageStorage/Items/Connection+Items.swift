internal import Database
internal import ForageCore

extension Connection {
    /// Stores items of one provider, which are sorted best first.
    mutating func keep(_ items: [NewItem], of provider: ProviderID) throws(DatabaseError) {
        try run("INSERT OR IGNORE INTO provider (name, last) VALUES (?, 0)", provider.name)
        let row = try first("SELECT number, last FROM provider WHERE name = ?", provider.name) {
            (provider: $0.int(0), last: $0.int(1))
        }
        guard let row else { return }
        let numbers = ItemSchema.numbers(ofProvider: row.provider)
        // The item with the highest number is the best one of the latest list.
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

    /// Adds the next items to the index.
    ///
    /// - Returns: The number of items; 0 once all are indexed.
    mutating func indexNext(_ count: Int) throws(DatabaseError) -> Int {
        let found = try unindexedItems(upTo: count)
        for (number, item) in found {
            if let item { try index(ItemText(item), of: number) }
            try run("DELETE FROM unindexed WHERE number = ?", number)
        }
        return found.count
    }

    /// Returns the newest items that are not indexed; nil for a damaged one.
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

    /// Deletes the items that satisfy a condition, and removes them from the index.
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
            // The text of a damaged row is unknown; its words remain in the index but no longer lead to an item.
            if let indexed { try removeFromIndex(ItemText(indexed), of: number) }
            try run("DELETE FROM unindexed WHERE number = ?", number)
            try run("DELETE FROM item WHERE number = ?", number)
        }
        return found.count
    }
}

/// The two indexes: of words, and of every three letters of words written without spaces.
extension Connection {
    mutating func index(_ text: ItemText, of number: Int) throws(DatabaseError) {
        try index(text, of: number, words: "item_words", letters: "item_letters")
    }

    /// Adds an item to the indexes of this connection alone.
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

    /// Removes an item from the indexes; the text must be the one that was added.
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

    /// Empties both indexes.
    mutating func removeIndex() throws(DatabaseError) {
        for table in ItemSchema.indexes { try run("INSERT INTO \(table) (\(table)) VALUES ('delete-all')") }
    }

    /// Merges the segments of an index a little further, which also purges removed items. Returns true while there is
    /// more to do. The first step marks all segments to become one.
    mutating func joinPieces(of table: String, isFirst: Bool) throws(DatabaseError) -> Bool {
        let before = try changeCount()
        let pageCount = 128
        try run(
            "INSERT INTO \(table) (\(table), rank) VALUES ('merge', ?)", isFirst ? -pageCount : pageCount)
        // The statement itself counts as one change.
        return try changeCount() - before > 1
    }

    /// Indicates whether an index is consistent.
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
    /// Returns the item whose provider's name, local ID and document are in these columns; nil if one is damaged.
    borrowing func item(at column: Int) -> Item? {
        guard !isNull(column + 2), let provider = ProviderID(text(column)) else { return nil }
        return Item(id: ItemID(provider: provider, local: text(column + 1)), document: bytes(column + 2))
    }
}
