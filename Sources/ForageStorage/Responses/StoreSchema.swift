internal import Database

/// The schema of a store.
///
/// An entry is an answer without its body; a blob is a body that any number of entries share. A small body is in its
/// row, and a large one is in a file named by its digest. A stray is a file that may exist without being needed: it is
/// recorded before its creation and until its removal, so that every file is accounted for. The column `note` belongs
/// to former versions and is no longer written.
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

    /// Returns the version of a store's schema.
    static func version(of database: inout Connection) throws(DatabaseError) -> Int {
        let version = try database.schemaVersion()
        // A store gets its schema before its name, so a file without one is not a store.
        guard version > 0 else { throw .damaged }
        guard version <= steps.count else { throw .newer(version: version) }
        return version
    }

    static let pageByteCount = 4096

    /// The size up to which a body is stored in its row. Up to this size, a row is faster to write; from 256 KiB, a
    /// file is faster to read; between them there is little difference.
    static let largestBodyInRow = 64 << 10
}
