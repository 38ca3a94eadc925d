internal import Database
package import ForageCore
package import Platform
internal import Synchronization

/// A store of answers that several machines share, with a strict limit of the bytes of its bodies.
///
/// Long bodies, and all answers while the server cannot be reached, are in a local store. Times are stored by the
/// server's clock, so machines whose clocks differ agree on the age of an answer.
package final class PostgresStore: SharedStore {
    private let server: PostgresServer
    private let notices: LeaseNotices?
    private let local: any SharedStore
    private let limit: Int
    private let longestBody: Int
    private let now: @Sendable () -> Date
    /// Identifies the leases of this store.
    private let owner = Int.random(in: 0...Int.max)
    /// The epochs of the leases that this store holds.
    private let epochs = Mutex<[CacheKey: Int]>([:])

    /// - Parameters:
    ///   - server: The server.
    ///   - local: The store for what the server does not receive.
    ///   - limit: The maximum size of all answers on the server in bytes.
    ///   - longestBody: The length up to which a body is stored on the server.
    ///   - listens: True to be notified of the end of leases, which needs another connection.
    ///   - now: This machine's clock.
    package init(
        on server: PostgresServer, before local: any SharedStore, limit: Int, longestBody: Int = 1 << 20,
        listens: Bool = false, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.server = server
        notices = listens ? LeaseNotices(of: server) : nil
        self.local = local
        self.limit = limit
        self.longestBody = longestBody
        self.now = now
    }

    package func responses(for key: CacheKey) async -> [StoredResponse] {
        let name = AnswerName(key)
        let time = time
        let shared = await server.read { (server) throws(DatabaseError) in
            try server.answers(named: name, at: time)
        }
        if let shared, !shared.isEmpty { return shared }
        return await local.responses(for: key)
    }

    package func body(of response: StoredResponse) async -> [UInt8]? {
        if let body = response.body { return body }
        let found = await responses(for: response.key).first {
            $0.variant == response.variant && $0.byteCount == response.byteCount && $0.part == response.part
        }
        if let found, let body = found.body { return body }
        return await local.body(of: response)
    }

    package func store(_ response: StoredResponse, body: [UInt8]) async {
        guard body.count == response.byteCount else { return }
        guard body.count <= longestBody else { return await local.store(response, body: body) }
        let (time, limit) = (time, limit)
        let lease = (owner: owner, epoch: epochs.withLock { $0[response.key] ?? 0 })
        let isDone: Void? = await server.write { (server) throws(DatabaseError) in
            try server.transaction { (server) throws(DatabaseError) in
                var total = try server.store(response, body, at: time, lease)
                while let size = total, size > limit { total = try server.removeOldest() }
            }
        }
        if isDone == nil { await local.store(response, body: body) }
    }

    package func update(_ response: StoredResponse) async {
        let time = time
        let isDone = await server.write { (server) throws(DatabaseError) in
            try server.update(response, at: time)
        }
        if isDone != true { await local.update(response) }
    }

    package func removeResponses(for key: CacheKey) async {
        let name = AnswerName(key)
        _ = await server.write { (server) throws(DatabaseError) in try server.remove(named: name) }
        await local.removeResponses(for: key)
    }

    package func lease(_ key: CacheKey, for duration: Duration) async -> Bool {
        let (name, owner) = (AnswerName(key), owner)
        let held = epochs.withLock { $0[key] ?? 0 }
        let epoch = await server.read { (server) throws(DatabaseError) in
            try server.lease(named: name, owner: owner, epoch: held, seconds: duration / .seconds(1))
        }
        guard let epoch else { return await local.lease(key, for: duration) }
        // The epoch of a lost lease stays, so that the answer to it is refused.
        if let epoch { epochs.withLock { $0[key] = epoch } }
        return epoch != nil
    }

    package func state(of key: CacheKey) async -> LeaseState {
        let name = AnswerName(key)
        let state = await server.read { (server) throws(DatabaseError) in try server.leaseState(named: name) }
        if let state { return state }
        // Who held the lease is no longer known, so one program of this machine shall take the local one.
        let localState = await local.state(of: key)
        return localState == .free ? .lapsed : localState
    }

    package func release(_ key: CacheKey) async {
        let (name, owner) = (AnswerName(key), owner)
        guard epochs.withLock({ $0.removeValue(forKey: key) }) != nil else { return await local.release(key) }
        _ = await server.write { (server) throws(DatabaseError) in
            try server.release(named: name, owner: owner)
        }
    }

    package func waitForChange(of key: CacheKey, atMost duration: Duration) async {
        if let notices {
            await notices.wait(for: AnswerName(key).notice, atMost: duration)
        } else {
            try? await Task.sleep(for: duration)
        }
    }

    private var time: Double { now().timeIntervalSinceReferenceDate }
}

extension PostgresStore {
    /// Passes every answer on the server and its body to a function.
    ///
    /// - Returns: False if the server could not be used to the end.
    package func each(_ look: (StoredResponse, [UInt8]) async -> Void) async -> Bool {
        var place: (digest: [UInt8], form: [UInt8]) = ([], [])
        while true {
            let (last, time) = (place, time)
            let batch = await server.read { (server) throws(DatabaseError) in
                try server.answers(after: last, count: 16, at: time)
            }
            guard let batch else { return false }
            guard let end = batch.last else { return true }
            for case let response? in batch.map(\.response) { await look(response.head, response.body ?? []) }
            place = end.place
        }
    }
}

/// The digests under which an answer is stored, because an index cannot contain long keys.
private struct AnswerName: Sendable {
    let digest: [UInt8]

    init(_ key: CacheKey) { digest = Self.digest(of: Array(key.text.utf8)) }

    /// The payload of a notice that the lease has ended.
    var notice: String { digest.prefix(12).map { String($0, radix: 16) }.joined(separator: ".") }

    static func digest(of bytes: [UInt8]) -> [UInt8] {
        // Without its library, whole keys are used, which are short as a rule.
        (try? Digest.sha256.of(bytes)) ?? bytes
    }
}

extension PostgresConnection {
    fileprivate mutating func answers(
        named name: AnswerName, at time: Double
    ) throws(DatabaseError) -> [StoredResponse] {
        let answers = try rows(
            """
            SELECT \(Self.columns(timeAt: 2)), used < \(PostgresSchema.now) - 300
            FROM forage.answer WHERE digest = $1 ORDER BY received DESC LIMIT 16
            """, name.digest, time
        ) { row in Self.answer(row).map { (response: $0, isUnused: row.int(12) != 0) } }
        if answers.contains(where: { $0?.isUnused == true }) {
            try run("UPDATE forage.answer SET used = \(PostgresSchema.now) WHERE digest = $1", name.digest)
        }
        return answers.compactMap { $0?.response }
    }

    fileprivate mutating func answers(
        after place: (digest: [UInt8], form: [UInt8]), count: Int, at time: Double
    ) throws(DatabaseError) -> [(place: ([UInt8], [UInt8]), response: StoredResponse?)] {
        try rows(
            """
            SELECT \(Self.columns(timeAt: 3)), digest, form FROM forage.answer
            WHERE (digest, form) > ($1::bytea, $2::bytea) ORDER BY digest, form LIMIT $4::bigint
            """, place.digest, place.form, time, count
        ) { row in ((row.bytes(12), row.bytes(13)), Self.answer(row)) }
    }

    private static func columns(timeAt place: Int) -> String {
        let offset = PostgresSchema.offset(place)
        return """
            key, variant, provider, status, headers, requested - \(offset), received - \(offset),
            part_start, part_end, part_total, byte_count, body
            """
    }

    /// Reads an answer with its body; nil if it is damaged.
    private static func answer(_ row: borrowing PostgresRow) -> StoredResponse? {
        guard let read = ResponseRow(row) else { return nil }
        var response = read.response
        let body = row.bytes(11)
        guard body.count == response.byteCount, Checksum.of(body) == read.sum else { return nil }
        response.body = body
        return response
    }

    /// Stores an answer, unless another program has had the lease since, or a newer answer is stored.
    ///
    /// - Returns: The size of all answers; nil if it was not stored.
    fileprivate mutating func store(
        _ response: StoredResponse, _ body: [UInt8], at time: Double, _ lease: (owner: Int, epoch: Int)
    ) throws(DatabaseError) -> Int? {
        let variant = response.storedVariant
        let headers = response.storedHeaders(withBody: Checksum.of(body))
        let part = response.storedPart
        let offset = PostgresSchema.offset(8)
        return try first(
            """
            WITH old AS (SELECT size FROM forage.answer WHERE digest = $1 AND form = $2), new AS (
                INSERT INTO forage.answer
                SELECT $1, $2, $3, $4, $5, $6, $7, $9::float8 + \(offset), $10::float8 + \(offset), $11::bigint,
                    $12::bigint, $13::bigint, $14, $15, $16, \(PostgresSchema.now)
                WHERE NOT EXISTS (
                    SELECT FROM forage.lease WHERE digest = $1 AND owner <> $17 AND epoch > $18::bigint AND $18::bigint > 0
                )
                ON CONFLICT (digest, form) DO UPDATE SET (provider, status, headers, requested, received,
                    part_start, part_end, part_total, byte_count, body, size, used) = ROW (excluded.provider,
                    excluded.status, excluded.headers, excluded.requested, excluded.received,
                    excluded.part_start, excluded.part_end, excluded.part_total, excluded.byte_count,
                    excluded.body, excluded.size, excluded.used)
                WHERE answer.received <= excluded.received
                RETURNING size
            )
            INSERT INTO forage.room SELECT 1, new.size - coalesce((SELECT size FROM old), 0) FROM new
            ON CONFLICT (id) DO UPDATE SET byte_count = room.byte_count + excluded.byte_count
            RETURNING byte_count
            """,
            AnswerName(response.key).digest, AnswerName.digest(of: variant), response.key.text, variant,
            response.provider.name, response.status, headers, time,
            response.requested.timeIntervalSinceReferenceDate,
            response.received.timeIntervalSinceReferenceDate, part.start, part.end, part.total,
            response.byteCount, body, body.count + headers.count + variant.count + Self.rowByteCount,
            lease.owner, lease.epoch
        ) { $0.int(0) }
    }

    /// The approximate size of a row without its header fields and body.
    private static var rowByteCount: Int { 512 }

    /// Removes the answers that were not used for the longest time, and returns the size of the others; nil if there
    /// are none.
    fileprivate mutating func removeOldest() throws(DatabaseError) -> Int? {
        try first(
            """
            WITH gone AS (
                DELETE FROM forage.answer WHERE (digest, form) IN (
                    SELECT digest, form FROM forage.answer ORDER BY used LIMIT 32
                ) RETURNING size
            )
            UPDATE forage.room SET byte_count = byte_count - gone.size
            FROM (SELECT sum(size)::bigint AS size FROM gone HAVING count(*) > 0) AS gone RETURNING byte_count
            """
        ) { $0.int(0) }
    }

    /// Updates the header fields and times of an answer; returns false if it is not stored.
    fileprivate mutating func update(
        _ response: StoredResponse, at time: Double
    ) throws(DatabaseError) -> Bool {
        let name = AnswerName(response.key)
        let form = AnswerName.digest(of: response.storedVariant)
        let head = try first(
            "SELECT headers FROM forage.answer WHERE digest = $1 AND form = $2", name.digest, form
        ) { StoredHead($0.bytes(0)) }
        guard let head, let head else { return false }
        let offset = PostgresSchema.offset(5)
        return try run(
            """
            UPDATE forage.answer SET status = $3, headers = $4, requested = $6::float8 + \(offset),
                received = $7::float8 + \(offset) WHERE digest = $1 AND form = $2
            """, name.digest, form, response.status, response.storedHeaders(withBody: head.sum), time,
            response.requested.timeIntervalSinceReferenceDate,
            response.received.timeIntervalSinceReferenceDate) == 1
    }

    fileprivate mutating func remove(named name: AnswerName) throws(DatabaseError) {
        try run(
            """
            WITH gone AS (DELETE FROM forage.answer WHERE digest = $1 RETURNING size)
            UPDATE forage.room SET byte_count = byte_count - (SELECT coalesce(sum(size), 0) FROM gone)::bigint
            """, name.digest)
    }
}

extension PostgresConnection {
    /// Takes a lease, or renews one that was taken with an epoch other than 0, and returns its epoch, which grows with
    /// each new holder; nil if another program holds it or has held it since.
    fileprivate mutating func lease(
        named name: AnswerName, owner: Int, epoch: Int, seconds: Double
    ) throws(DatabaseError) -> Int? {
        try first(
            """
            INSERT INTO forage.lease VALUES ($1, $2, 1, \(PostgresSchema.now) + $3::float8)
            ON CONFLICT (digest) DO UPDATE SET owner = excluded.owner, until = excluded.until,
                epoch = lease.epoch + CASE WHEN lease.owner = excluded.owner THEN 0 ELSE 1 END
            WHERE lease.owner = excluded.owner OR ($4::bigint = 0 AND lease.until <= \(PostgresSchema.now))
            RETURNING epoch
            """, name.digest, owner, seconds, epoch
        ) { $0.int(0) }
    }

    fileprivate mutating func leaseState(named name: AnswerName) throws(DatabaseError) -> LeaseState {
        let rest = try first(
            "SELECT until, until - \(PostgresSchema.now) FROM forage.lease WHERE digest = $1", name.digest
        ) { $0.double(0) <= 0 ? nil : $0.double(1) }
        guard let rest, let rest else { return .free }
        return rest > 0 ? .held : .lapsed
    }

    /// Ends a lease. Its row keeps the epoch for an hour, so a program that held it earlier stays recognizable.
    fileprivate mutating func release(named name: AnswerName, owner: Int) throws(DatabaseError) {
        try run(
            """
            WITH ended AS (
                UPDATE forage.lease SET until = -\(PostgresSchema.now) WHERE digest = $1 AND owner = $2 RETURNING 1
            )
            SELECT pg_notify($3, $4) FROM ended
            """, name.digest, owner, LeaseNotices.channel(of: schema), name.notice)
        if Int.random(in: 0..<1_000) == 0 {
            try run("DELETE FROM forage.lease WHERE abs(until) < \(PostgresSchema.now) - 3600")
        }
    }
}
