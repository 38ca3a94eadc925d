internal import Database
internal import ForageCore
internal import Platform

/// The tables of kept items.
///
/// An item's number is its provider's, followed by the order in which the provider's items were met, the newest
/// last: so what the index finds tells both. An item that is met again gets a new number, and no number is given
/// twice.
///
/// Items are kept at once and indexed later, by the first search that needs the index: most are never looked for.
///
/// The index holds no text, only where each word stands. To take an item out of it, its words are told anew: so
/// whoever changes how texts become words has to add a step that empties the tables.
enum ItemSchema {
    static let steps = [
        """
        CREATE TABLE provider (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, last INTEGER NOT NULL);
        CREATE TABLE item (
            number INTEGER PRIMARY KEY,
            provider INTEGER NOT NULL,
            local_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            met REAL NOT NULL,
            expires REAL,
            written BLOB NOT NULL,
            UNIQUE (provider, local_id)
        );
        CREATE INDEX item_met ON item (met);
        CREATE INDEX item_expires ON item (expires) WHERE expires IS NOT NULL;
        CREATE VIRTUAL TABLE item_words USING fts5 (
            title, summary, tags, creator, collection, content = '', tokenize = 'ascii'
        );
        CREATE VIRTUAL TABLE item_letters USING fts5 (
            letters, content = '', tokenize = 'trigram case_sensitive 1'
        );
        INSERT INTO item_words (item_words, rank) VALUES ('rank', 'bm25(10.0, 1.0, 5.0, 5.0, 3.0)');
        """,
        // Items that are kept and not yet in the index.
        "CREATE TABLE unindexed (number INTEGER PRIMARY KEY);",
        // Items were written otherwise before, and are met again.
        """
        DELETE FROM item; DELETE FROM unindexed;
        INSERT INTO item_words (item_words) VALUES ('delete-all');
        INSERT INTO item_letters (item_letters) VALUES ('delete-all');
        """,
    ]

    /// Indexes of one connection alone, of items that the others do not have yet.
    static let lateWords = """
        CREATE VIRTUAL TABLE IF NOT EXISTS temp.late_words USING fts5 (
            title, summary, tags, creator, collection, content = '', tokenize = 'ascii'
        )
        """
    static let lateLetters = """
        CREATE VIRTUAL TABLE IF NOT EXISTS temp.late_letters USING fts5 (
            letters, content = '', tokenize = 'trigram case_sensitive 1'
        )
        """

    static let indexes = ["item_words", "item_letters"]

    static let pageByteCount = 4096

    /// The numbers that a provider's items may have.
    static func numbers(ofProvider provider: Int) -> ClosedRange<Int> {
        let first = provider << numberBitCount
        return first...first + (1 << numberBitCount) - 1
    }

    /// The provider whose item has this number.
    static func provider(of number: Int) -> Int { number >> numberBitCount }

    private static let numberBitCount = 40
}

/// How an item stands in a row of the table `item`.
struct ItemRow {
    let localID: String
    let met: Double
    let expires: Double?
    let written: [UInt8]

    /// The columns in the order in which they are read.
    static let columns = "item.local_id, item.met, item.expires, item.written"

    /// Reads the first columns of a row; nil where they hold nothing.
    init?(_ row: borrowing Row) {
        guard !row.isNull(3) else { return nil }
        localID = row.text(0)
        met = row.double(1)
        expires = row.isNull(2) ? nil : row.double(2)
        written = row.bytes(3)
    }

    /// The item, unless it must be gone or is not what was written.
    func kept(of provider: ProviderID, at time: Double) -> StoredItem? {
        // What comes of the future was met by a clock that was wrong: nobody knows when it must be gone.
        if let expires, time < met || expires <= time { return nil }
        return Item(id: ItemID(provider: provider, local: localID), document: written)
            .map { StoredItem($0, metAt: Date(timeIntervalSinceReferenceDate: met)) }
    }
}
