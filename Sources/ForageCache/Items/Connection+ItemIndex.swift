internal import Database

/// The two indexes: of words, and of every three letters of words that are written without spaces.
extension Connection {
    mutating func index(_ text: ItemText, of number: Int) throws(DatabaseFault) {
        try index(text, of: number, words: "item_words", letters: "item_letters")
    }

    /// The same in the indexes of this connection alone.
    mutating func indexAside(_ text: ItemText, of number: Int) throws(DatabaseFault) {
        try index(text, of: number, words: "late_words", letters: "late_letters")
    }

    private mutating func index(
        _ text: ItemText, of number: Int, words: String, letters: String
    ) throws(DatabaseFault) {
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
    mutating func removeFromIndex(_ text: ItemText, of number: Int) throws(DatabaseFault) {
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
    mutating func removeIndex() throws(DatabaseFault) {
        for table in ItemSchema.indexes { try run("INSERT INTO \(table) (\(table)) VALUES ('delete-all')") }
    }

    /// Joins the pieces of an index a little further, and with them drops what was taken out; true while there is
    /// more to do. The first step says that all pieces are to become one.
    mutating func joinPieces(of table: String, isFirst: Bool) throws(DatabaseFault) -> Bool {
        let before = try changeCount()
        let pageCount = 128
        try run(
            "INSERT INTO \(table) (\(table), rank) VALUES ('merge', ?)", isFirst ? -pageCount : pageCount)
        // The statement itself counts as one.
        return try changeCount() - before > 1
    }

    /// Whether an index contradicts itself.
    mutating func isIndexSound(_ table: String) throws(DatabaseFault) -> Bool {
        do {
            try run("INSERT INTO \(table) (\(table)) VALUES ('integrity-check')")
            return true
        } catch .damaged {
            return false
        }
    }

    private mutating func changeCount() throws(DatabaseFault) -> Int {
        try first("SELECT total_changes()") { $0.int(0) } ?? 0
    }
}
