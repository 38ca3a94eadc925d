internal import Database
internal import ForageCore
internal import Platform

extension PostgresConnection {
    /// Stores a batch of items completely or not at all, except those that were found again since.
    mutating func keep(_ batch: ItemBatch, at time: Double) throws(DatabaseError) {
        let items = batch.items.distinct(by: \.id).filter {
            $0.id.local.utf8.count <= Self.greatestIDByteCount
                && $0.document.count <= Self.greatestItemByteCount
        }
        try transaction { (server) throws(DatabaseError) in
            var change = IndexChange()
            let groups = Dictionary(grouping: items, by: \.id.provider.name)
            // Every program takes the providers in the same order, so that none waits for another in a circle.
            for (provider, items) in groups.sorted(by: { $0.key < $1.key }) {
                try server.keep(items, of: provider, from: batch, at: time, noting: &change)
            }
            try server.apply(change)
        }
    }

    /// A B-tree of PostgreSQL holds at most 2,704 bytes in an entry.
    private static var greatestIDByteCount: Int { 1_024 }
    private static var greatestItemByteCount: Int { 256 << 10 }

    /// Stores items of one provider, which are sorted best first.
    private mutating func keep(
        _ items: [Item], of provider: String, from batch: ItemBatch, at time: Double,
        noting change: inout IndexChange
    ) throws(DatabaseError) {
        let last = try first(
            """
            INSERT INTO forage.source VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET last = source.last + $2
            RETURNING last
            """, provider, items.count
        ) { $0.int(0) }
        guard let last else { return }
        let ids = items.map { "\"\\\\x\(Array($0.id.local.utf8).hex)\"" }
        let before = try rows(
            """
            SELECT \(IndexedRow.columns), local_id, met > $3::float8 + \(PostgresSchema.offset(4)) FROM forage.item
            WHERE provider = $1 AND local_id = ANY ($2::bytea[]) FOR UPDATE
            """, provider, "{\(ids.joined(separator: ","))}", batch.metAt.timeIntervalSinceReferenceDate, time
        ) { (indexed: IndexedRow($0), localID: $0.text(4), isNewer: $0.int(5) != 0) }
        for row in before where !row.isNewer { change.remove(row.indexed) }
        let newer = Set(before.filter(\.isNewer).map(\.localID))
        // The item with the highest number is the best one of the latest list.
        for (place, item) in items.reversed().enumerated() where !newer.contains(item.id.local) {
            let new = try insert(
                item, of: provider, as: last - items.count + place + 1, from: batch, at: time)
            change.add(new)
        }
    }

    private mutating func insert(
        _ item: Item, of provider: String, as number: Int, from batch: ItemBatch, at time: Double
    ) throws(DatabaseError) -> IndexedRow {
        let text = ItemText(item)
        let (vector, trigrams) = (WordVector(text), Trigrams(text.letters))
        let written = item.document
        let isLettered = !text.letters.isEmpty
        let offset = PostgresSchema.offset(12)
        try run(
            """
            INSERT INTO forage.item
            SELECT $1, $2::bigint, $3::bytea, $4, $5::float8 + \(offset), $6::float8 + \(offset), $7::bytea,
                $8::tsvector, $9::bigint, $10, $11::tsvector
            ON CONFLICT (provider, local_id) DO UPDATE SET (number, kind, met, expires, written, words,
                word_count, letters, trigrams) = ROW (excluded.number, excluded.kind, excluded.met,
                excluded.expires, excluded.written, excluded.words, excluded.word_count, excluded.letters,
                excluded.trigrams)
            """, provider, number, Array(item.id.local.utf8), item.kind.rawValue,
            batch.metAt.timeIntervalSinceReferenceDate, batch.end?.timeIntervalSinceReferenceDate, written,
            vector.printed, vector.wordCount, isLettered ? text.letters : nil,
            isLettered ? trigrams.printed : nil, time)
        return IndexedRow(
            words: vector.words, byteCount: written.count, wordCount: vector.wordCount,
            letterCount: text.letters.unicodeScalars.count)
    }

    /// Deletes the items that were found the longest time ago.
    ///
    /// - Returns: The size of all others.
    mutating func dropOldestItems() throws(DatabaseError) -> Int {
        try drop("SELECT provider, number FROM forage.item ORDER BY met")
    }

    /// Deletes some of the items that have expired according to their service's terms.
    ///
    /// - Returns: The size of all others.
    mutating func dropExpiredItems() throws(DatabaseError) -> Int {
        try drop("SELECT provider, number FROM forage.item WHERE expires <= \(PostgresSchema.now)")
    }

    /// Deletes some of the selected items, leaving out those that another program is changing.
    private mutating func drop(_ selection: String) throws(DatabaseError) -> Int {
        try transaction { (server) throws(DatabaseError) in
            let gone = try server.rows(
                """
                DELETE FROM forage.item WHERE (provider, number) IN (
                    \(selection) LIMIT 256 FOR UPDATE SKIP LOCKED
                ) RETURNING \(IndexedRow.columns)
                """
            ) { IndexedRow($0) }
            var change = IndexChange()
            for row in gone { change.remove(row) }
            return try server.apply(change)
        }
    }

    /// Changes the counts of words and the totals. All programs change them in the same order.
    ///
    /// - Returns: The size of all items.
    @discardableResult
    private mutating func apply(_ change: IndexChange) throws(DatabaseError) -> Int {
        let words = change.words.filter { $0.value != 0 }
        if !words.isEmpty {
            let texts = words.keys.map { "\"\($0)\"" }.joined(separator: ",")
            try run(
                """
                INSERT INTO forage.word
                SELECT word, change FROM unnest($1::text[], $2::bigint[]) AS new (word, change)
                ORDER BY word COLLATE "C"
                ON CONFLICT (word) DO UPDATE SET item_count = word.item_count + excluded.item_count
                """, "{\(texts)}", "{\(words.values.map(String.init).joined(separator: ","))}")
            if words.values.contains(where: { $0 < 0 }) {
                try run(
                    "DELETE FROM forage.word WHERE word = ANY ($1::text[]) AND item_count <= 0", "{\(texts)}")
            }
        }
        return try first(
            """
            UPDATE forage.item_total SET byte_count = byte_count + $1, item_count = item_count + $2,
                word_count = word_count + $3, lettered_count = lettered_count + $4,
                trigram_count = trigram_count + $5
            WHERE id = 1 RETURNING byte_count
            """, change.byteCount, change.itemCount, change.wordCount, change.letteredCount,
            change.trigramCount
        ) { $0.int(0) } ?? 0
    }
}

/// What the totals contain of an item.
private struct IndexedRow: Sendable {
    let words: [String]
    let byteCount: Int
    let wordCount: Int
    let letterCount: Int

    static let columns = """
        array_to_string(tsvector_to_array(words), ' '), length(written), word_count, coalesce(length(letters), 0)
        """

    init(words: [String], byteCount: Int, wordCount: Int, letterCount: Int) {
        self.words = words
        self.byteCount = byteCount
        self.wordCount = wordCount
        self.letterCount = letterCount
    }

    init(_ row: borrowing PostgresRow) {
        words = row.text(0).split(separator: " ").map(String.init)
        byteCount = row.int(1)
        // The column may contain anything, and its product must not overflow.
        wordCount = min(max(0, row.int(2)), 1 << 24)
        letterCount = row.int(3)
    }

    /// The approximate size on disk, with the index.
    var size: Int { byteCount + wordCount * 24 + letterCount * 8 + 256 }
}

/// A change of the totals.
private struct IndexChange {
    private(set) var words: [String: Int] = [:]
    private(set) var byteCount = 0
    private(set) var itemCount = 0
    private(set) var wordCount = 0
    private(set) var letteredCount = 0
    private(set) var trigramCount = 0

    mutating func add(_ row: IndexedRow) { count(row, 1) }

    mutating func remove(_ row: IndexedRow) { count(row, -1) }

    private mutating func count(_ row: IndexedRow, _ sign: Int) {
        for word in row.words { words[word, default: 0] += sign }
        byteCount += sign * row.size
        itemCount += sign
        wordCount += sign * row.wordCount
        letteredCount += row.letterCount > 0 ? sign : 0
        trigramCount += sign * max(0, row.letterCount - 2)
    }
}
