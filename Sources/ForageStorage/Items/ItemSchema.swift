internal import Database
internal import ForageCore
internal import Platform

/// The schema of stored items.
///
/// An item's number consists of its provider's number and a counter, with the newest item last, so that a match in the
/// index shows both. An item that is found again gets a new number, and no number is used twice.
///
/// Items are stored at once and indexed later, by the first search that needs the index, because most are never
/// searched for.
///
/// The index contains no text, only the positions of words. To remove an item, its words must be supplied again.
/// Therefore, every change to the way in which text is split into words needs a migration that empties the tables.
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
        // The stored items that are not indexed yet.
        "CREATE TABLE unindexed (number INTEGER PRIMARY KEY);",
        // The format of items has changed; they will be found again.
        """
        DELETE FROM item; DELETE FROM unindexed;
        INSERT INTO item_words (item_words) VALUES ('delete-all');
        INSERT INTO item_letters (item_letters) VALUES ('delete-all');
        """,
        // An item that is found again gets another number, but its pictures stay.
        """
        CREATE TABLE picture (
            provider TEXT NOT NULL,
            local_id TEXT NOT NULL,
            digest TEXT NOT NULL,
            look INTEGER,
            has_manifest INTEGER NOT NULL,
            square BLOB,
            UNIQUE (provider, local_id, digest)
        );
        CREATE INDEX picture_digest ON picture (digest);
        CREATE INDEX picture_look ON picture (look) WHERE look IS NOT NULL;
        """,
    ]

    /// Temporary indexes of one connection, for items that the stored indexes lack.
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

    /// Returns the range of a provider's item numbers.
    static func numbers(ofProvider provider: Int) -> ClosedRange<Int> {
        let first = provider << numberBitCount
        return first...first + (1 << numberBitCount) - 1
    }

    /// Returns the provider of an item number.
    static func provider(of number: Int) -> Int { number >> numberBitCount }

    private static let numberBitCount = 40
}

/// An item as a row of the table `item`.
struct ItemRow {
    let localID: String
    let met: Double
    let expires: Double?
    let written: [UInt8]

    /// The columns in reading order.
    static let columns = "item.local_id, item.met, item.expires, item.written"

    /// Reads the first columns of a row; nil if they are empty.
    init?(_ row: borrowing some ReadableRow & ~Copyable) {
        guard !row.isNull(3) else { return nil }
        localID = row.text(0)
        met = row.double(1)
        expires = row.isNull(2) ? nil : row.double(2)
        written = row.bytes(3)
    }

    /// Returns the item, unless it has expired or is damaged.
    func kept(of provider: ProviderID, at time: Double) -> StoredItem? {
        // A time in the future comes from a wrong clock, so the expiry is unknown.
        if let expires, time < met || expires <= time { return nil }
        return Item(id: ItemID(provider: provider, local: localID), document: written)
            .map { StoredItem($0, metAt: Date(timeIntervalSinceReferenceDate: met)) }
    }
}
