internal import Database
internal import Essentials
internal import ForageCore

extension StoreWriter {
    /// Keeps an answer in place of the one with the same key and variant, if there is room. A large body was
    /// written to a file before.
    mutating func store(
        _ response: StoredResponse, _ body: NewBody, file: String?
    ) throws(DatabaseFault) {
        let isStored = try withRoom(Need(pageCount: body.pageCount)) { (writer) throws(DatabaseFault) in
            let blob = try writer.keep(body, file: file)
            try writer.put(response, in: blob, sum: body.sum)
        }
        if !isStored, let file { try removeStray(file) }
    }

    /// Writes down that a file for a large body is about to be written.
    ///
    /// - Returns: Its name; nil when there is no room for it.
    mutating func announceFile(of body: NewBody) throws(DatabaseFault) -> String? {
        let name = "objects/\(Self.process)-\(UInt64.random(in: 0...UInt64.max))"
        let need = Need(pageCount: body.pageCount, fileByteCount: body.fileByteCount)
        let isAnnounced = try withRoom(need) { (writer) throws(DatabaseFault) in
            try writer.addStray(name, body.digest, diskByteCount: need.fileByteCount)
            try writer.countFiles(need.fileByteCount)
        }
        return isAnnounced ? name : nil
    }

    /// The row of a body, made or shared.
    private mutating func keep(_ body: NewBody, file: String?) throws(DatabaseFault) -> Int {
        let known = try database.first(
            "UPDATE blob SET uses = uses + 1 WHERE digest = ? RETURNING id", body.digest
        ) { $0.int(0) }
        if let file { try adopt(file, of: body, isKnown: known != nil) }
        if let known { return known }
        try database.run(
            "INSERT INTO blob (digest, byte_count, sum, uses, body) VALUES (?, ?, ?, 1, ?)",
            body.digest, body.bytes.count, body.sum, body.isLarge ? nil : body.bytes)
        return database.lastRowID()
    }

    private mutating func adopt(_ file: String, of body: NewBody, isKnown: Bool) throws(DatabaseFault) {
        let name = StoreFolder.name(of: body.digest)
        try settings.folder.move(file, to: name)
        // Another database may have taken the place of the one that counted it.
        let countedByteCount = try forgetStray(file)
        // Where there was a file of that name, it is counted already.
        let newByteCount = try isKnown ? 0 : body.fileByteCount - forgetStray(name)
        try countFiles(newByteCount - countedByteCount)
    }

    private mutating func put(_ response: StoredResponse, in blob: Int, sum: Int) throws(DatabaseFault) {
        let variant = response.storedVariant
        try drop("SELECT id, blob FROM entry WHERE key = ? AND variant = ?", response.key.text, variant)
        let part = response.storedPart
        try database.run(
            """
            INSERT INTO entry (key, variant, provider, media_type, status, headers, requested, received,
            part_start, part_end, part_total, byte_count, expires, used, blob)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, response.key.text, variant, response.provider.name, response.mediaType, response.status,
            response.storedHeaders(withBody: sum), response.requested.timeIntervalSinceReferenceDate,
            response.received.timeIntervalSinceReferenceDate, part.start, part.end, part.total,
            response.byteCount, settings.expiry(response)?.timeIntervalSinceReferenceDate, settings.time, blob
        )
    }
}
