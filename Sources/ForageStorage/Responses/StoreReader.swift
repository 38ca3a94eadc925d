internal import Database
internal import ForageCore
internal import Platform

/// One connection that reads.
struct StoreReader: ~Copyable {
    let identity: UInt64?
    private let folder: StoreFolder
    var database: Connection

    /// When the body of an entry was used last.
    struct LastUse {
        let entry: Int
        let time: Double
    }

    /// What looking for a body came to.
    enum Finding {
        case found([UInt8], LastUse)
        /// It is not there, or cannot be read now.
        case missing
        /// It is there and not what was stored.
        case damaged(blob: Int)
    }

    /// Opens a store; nil when there is none yet.
    init?(_ settings: StoreSettings) throws(DatabaseError) {
        folder = settings.folder
        let identity = folder.database.identity
        let file = folder.database
        guard file.byteCount > 0 else { return nil }
        let database = try file.reading { (access) throws(DatabaseError) in
            try Self.open(file, access, mappedByteCount: settings.mappedByteCount)
        }
        guard let database else { return nil }
        // What may change unseen is opened anew each time.
        self.identity = database.mayChangeUnseen ? nil : identity
        self.database = database
    }

    private static func open(
        _ file: DatabaseFile, _ access: Connection.Access, mappedByteCount: Int
    ) throws(DatabaseError) -> Connection? {
        var database = try Connection(file.path, access)
        // The next who writes brings the tables up to date.
        guard try StoreSchema.version(of: &database) == StoreSchema.steps.count else { return nil }
        try database.map(byteCount: mappedByteCount)
        database.leaveLog()
        return database
    }

    /// Every answer of a key, the newest first. Where there is but one, and its body is no very long one, that comes
    /// along.
    ///
    /// - Returns: The answers, and when the body that came along was used last.
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

    /// Whether there is any answer of a key.
    mutating func has(_ key: CacheKey) throws(DatabaseError) -> Bool {
        try database.first("SELECT 1 FROM entry WHERE key = ?", key.text) { _ in true } ?? false
    }

    // Not sorted, because for that SQLite copies what it found, and hardly ever there are two.
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

    /// Nearly all answers of services are shorter; what is longer is not read before it is wanted.
    private static let longestAlong = 1 << 20

    /// The body of an answer that is still stored as it was read.
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

    /// A batch of answers in the order in which they came, those of one provider or all.
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

    /// A batch of bodies in the order in which they came.
    mutating func bodies(after place: Int, count: Int) throws(DatabaseError) -> [(
        place: Int, body: StoredBody
    )] {
        try database.rows(
            "SELECT id, digest, sum, byte_count, body FROM blob WHERE id > ? ORDER BY id LIMIT ?", place,
            count
        ) { ($0.int(0), StoredBody($0, from: 1)) }
    }

    /// The keys of the answers that have a body.
    mutating func keys(ofBody blob: Int) throws(DatabaseError) -> [CacheKey] {
        try database.rows("SELECT key FROM entry WHERE blob = ? ORDER BY key", blob) {
            CacheKey(stored: $0.text(0))
        }
    }

    /// What there is, by provider and kind.
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

    /// When the oldest answer came.
    mutating func oldest() throws(DatabaseError) -> Double? {
        try database.first("SELECT min(received) FROM entry") { $0.isNull(0) ? nil : $0.double(0) } ?? nil
    }

    /// What the files of large bodies take.
    mutating func fileByteCount() throws(DatabaseError) -> Int {
        try database.first("SELECT file_byte_count FROM tally") { $0.int(0) } ?? 0
    }

}
