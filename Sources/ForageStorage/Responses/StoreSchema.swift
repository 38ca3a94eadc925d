internal import Database

/// The tables of a store.
///
/// An entry is an answer without its body, a blob a body that any number of entries share. A small body stands in
/// its row, a large one in a file named by its digest. A stray is a file that may be there without being needed:
/// it is written down before it comes to be and until it is gone, so that no file is ever unaccounted for. The column
/// `note` is of former versions; nothing is written into it any more.
enum StoreSchema {
    static let steps = [
        """
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL,
            variant BLOB NOT NULL,
            provider TEXT NOT NULL,
            media_type TEXT NOT NULL,
            status INTEGER NOT NULL,
            headers BLOB NOT NULL,
            requested REAL NOT NULL,
            received REAL NOT NULL,
            part_start INTEGER,
            part_end INTEGER,
            part_total INTEGER,
            byte_count INTEGER NOT NULL,
            expires REAL,
            used REAL NOT NULL,
            blob INTEGER NOT NULL,
            UNIQUE (key, variant)
        );
        CREATE INDEX entry_expires ON entry (expires) WHERE expires IS NOT NULL;
        CREATE INDEX entry_used ON entry (used);
        CREATE INDEX entry_blob ON entry (blob);
        CREATE TABLE blob (
            id INTEGER PRIMARY KEY,
            digest BLOB NOT NULL UNIQUE,
            byte_count INTEGER NOT NULL,
            sum INTEGER NOT NULL,
            uses INTEGER NOT NULL,
            body BLOB
        );
        CREATE TABLE stray (
            name TEXT PRIMARY KEY,
            digest BLOB NOT NULL,
            disk_byte_count INTEGER NOT NULL,
            owner INTEGER NOT NULL,
            since REAL NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE lease (key TEXT PRIMARY KEY, owner INTEGER NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
        CREATE TABLE tally (
            id INTEGER PRIMARY KEY CHECK (id = 1), file_byte_count INTEGER NOT NULL, is_trimming INTEGER NOT NULL
        );
        INSERT INTO tally VALUES (1, 0, 0);
        """,
        "ALTER TABLE entry ADD COLUMN note BLOB",
    ]

    /// The version of a store's tables.
    static func version(of database: inout Connection) throws(DatabaseError) -> Int {
        let version = try database.schemaVersion()
        // A store has its tables before it has its name, so this is none.
        guard version > 0 else { throw .damaged }
        guard version <= steps.count else { throw .newer(version: version) }
        return version
    }

    static let pageByteCount = 4096

    /// A body of more bytes gets a file of its own: up to here a row is cheaper to write, from 256 KiB on a
    /// file is quicker to read, and between the two nothing differs much.
    static let largestBodyInRow = 64 << 10
}
