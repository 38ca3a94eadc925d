internal import Database
internal import ForageCore
internal import Platform

/// A connection that reads.
struct StoreReader: ~Copyable {
    let identity: UInt64?
    private let folder: StoreFolder
    var database: Connection

    /// The time of the last use of an entry's body.
    struct LastUse {
        let entry: Int
        let time: Double
    }

    /// The result of a search for a body.
    enum Finding {
        case found([UInt8], LastUse)
        /// The body does not exist, or cannot be read now.
        case missing
        /// The body is damaged.
        case damaged(blob: Int)
    }

    /// Opens a store; nil if there is none yet.
    init?(_ settings: StoreSettings) throws(DatabaseError) {
        folder = settings.folder
        let identity = folder.database.identity
        let file = folder.database
        guard file.byteCount > 0 else { return nil }
        let database = try file.reading { (access) throws(DatabaseError) in
            try Self.open(file, access, mappedByteCount: settings.mappedByteCount)
        }
        guard let database else { return nil }
        // A file with changes that may go unnoticed is reopened for each use.
        self.identity = database.mayChangeUnseen ? nil : identity
        self.database = database
    }

    private static func open(
        _ file: DatabaseFile, _ access: Connection.Access, mappedByteCount: Int
    ) throws(DatabaseError) -> Connection? {
        var database = try Connection(file.path, access)
        // The next writer migrates the schema.
        guard try StoreSchema.version(of: &database) == StoreSchema.steps.count else { return nil }
        try database.map(byteCount: mappedByteCount)
        database.leaveLog()
        return database
    }

    /// Returns all answers of a key, the newest first. A single answer includes its body, unless that is long.
    ///
    /// - Returns: The answers, and the last use of the included body.
    mutating func responses(
        for key: CacheKey
    ) throws(DatabaseError) -> (responses: [StoredResponse], use: LastUse?) {
        let folder = folder
        var first: (body: [UInt8], use: LastUse)?
        let answers = try database.rows(Self.answersOfKey, key.text) { row in
            let found = ResponseRow(row)
            if first == nil, let body = found.flatMap({ Self.body(of: $0, row, in: folder) }) {
                first = (body, LastUse(entry: row.int(11), time: row.double(12)))
            }
            return (response: found?.response, received: row.double(6), id: row.int(11))
        }
        if answers.count == 1, let first, var only = answers[0].response {
            only.body = first.body
            return ([only], first.use)
        }
        let sorted = answers.sorted { ($0.received, $0.id) > ($1.received, $1.id) }
        return (sorted.compactMap(\.response), nil)
    }

    /// Returns true if there is any answer of a key.
    mutating func has(_ key: CacheKey) throws(DatabaseError) -> Bool {
        try database.first("SELECT 1 FROM entry WHERE key = ?", key.text) { _ in true } ?? false
    }

    // The statement does not sort, because SQLite would copy the rows for that, and there are rarely two.
    private static let answersOfKey = """
        SELECT \(ResponseRow.columns), entry.id, used, digest, sum, blob.byte_count, body
        FROM entry LEFT JOIN blob ON blob.id = entry.blob WHERE key = ?
        """

    private static func body(
        of found: ResponseRow, _ row: borrowing Row, in folder: StoreFolder
    ) -> [UInt8]? {
        guard found.response.byteCount <= longestAlong else { return nil }
        let body = StoredBody(row, from: 13)
        guard body.sum == found.sum, case .whole(let bytes) = body.read(in: folder) else { return nil }
        return bytes
    }

    /// The length up to which a body is included, which is enough for nearly all answers of services.
    private static let longestAlong = 1 << 20

    /// Returns the body of an answer, if the answer is still stored as it was read.
    mutating func body(of response: StoredResponse) throws(DatabaseError) -> Finding {
        let finding = try database.first(
            """
            SELECT entry.id, used, blob.id, headers, digest, sum, blob.byte_count, body FROM entry
            JOIN blob ON blob.id = entry.blob
            WHERE key = ? AND variant = ? AND requested = ? AND received = ? AND entry.byte_count = ?
            """, response.key.text, response.storedVariant,
            response.requested.timeIntervalSinceReferenceDate,
            response.received.timeIntervalSinceReferenceDate, response.byteCount
        ) { row in
            let body = StoredBody(row, from: 4)
            guard StoredHead.isHead(row.bytes(3), of: response.key.text, sum: body.sum) else {
                return Finding.damaged(blob: row.int(2))
            }
            return switch body.read(in: folder) {
            case .whole(let bytes): .found(bytes, LastUse(entry: row.int(0), time: row.double(1)))
            case .damaged: .damaged(blob: row.int(2))
            case .unreadable: .missing
            }
        }
        return finding ?? .missing
    }

    /// Returns a batch of answers in the order of storage, of one provider or all.
    mutating func responses(
        after place: Int, count: Int, of provider: ProviderID?
    ) throws(DatabaseError) -> [(place: Int, response: StoredResponse?)] {
        try database.rows(
            """
            SELECT \(ResponseRow.columns), id FROM entry
            WHERE id > ? AND (? IS NULL OR provider = ?) ORDER BY id LIMIT ?
            """, place, provider?.name, provider?.name, count
        ) { ($0.int(11), ResponseRow($0)?.response) }
    }

    /// Returns a batch of bodies in the order of storage.
    mutating func bodies(after place: Int, count: Int) throws(DatabaseError) -> [(
        place: Int, body: StoredBody
    )] {
        try database.rows(
            "SELECT id, digest, sum, byte_count, body FROM blob WHERE id > ? ORDER BY id LIMIT ?", place,
            count
        ) { ($0.int(0), StoredBody($0, from: 1)) }
    }

    /// Returns the keys of the answers that share a body.
    mutating func keys(ofBody blob: Int) throws(DatabaseError) -> [CacheKey] {
        try database.rows("SELECT key FROM entry WHERE blob = ? ORDER BY key", blob) {
            CacheKey(stored: $0.text(0))
        }
    }

    /// Returns the number and size of the answers, by provider and media type.
    mutating func shares() throws(DatabaseError) -> [StoreStatistics.Share] {
        try database.rows(
            """
            SELECT provider, media_type, count(*), sum(byte_count) FROM entry
            GROUP BY provider, media_type ORDER BY provider, media_type
            """
        ) { row in
            ProviderID(row.text(0)).map {
                StoreStatistics.Share(
                    provider: $0, mediaType: row.text(1), count: row.int(2), byteCount: row.int(3))
            }
        }.compactMap { $0 }
    }

    /// Returns the time of the oldest answer.
    mutating func oldest() throws(DatabaseError) -> Double? {
        try database.first("SELECT min(received) FROM entry") { $0.isNull(0) ? nil : $0.double(0) } ?? nil
    }

    /// Returns the size of the files of large bodies.
    mutating func fileByteCount() throws(DatabaseError) -> Int {
        try database.first("SELECT file_byte_count FROM tally") { $0.int(0) } ?? 0
    }

}
