package import Database

/// The tables of a shared store, in a schema of their own.
///
/// Answers and leases are unlogged: after a crash of the server they are empty, which costs requests but no data. The
/// other tables are logged. Texts of other origins are stored as bytes, because a text in PostgreSQL cannot
/// contain a zero byte.
package enum PostgresSchema {
    /// The scripts of all versions; never change one that was released.
    package static let steps = [
        [
            """
            CREATE TABLE forage.provider (
                name text PRIMARY KEY, version bigint NOT NULL,
                quota_limit bigint, quota_remaining bigint, quota_start float8, quota_reset float8,
                quota_is_own bigint, next_turn float8, deferral_end float8, deferral_reason text,
                failure_count bigint, pause_end float8, pause_reason text, trial_end float8,
                last_date float8, last_words text, last_is_answer bigint
            )
            """,
            """
            CREATE UNLOGGED TABLE forage.answer (
                digest bytea, form bytea, key text NOT NULL, variant bytea NOT NULL, provider text NOT NULL,
                status bigint NOT NULL, headers bytea NOT NULL, requested float8 NOT NULL,
                received float8 NOT NULL, part_start bigint, part_end bigint, part_total bigint,
                byte_count bigint NOT NULL, body bytea NOT NULL, size bigint NOT NULL, used float8 NOT NULL,
                PRIMARY KEY (digest, form)
            )
            """,
            "CREATE INDEX ON forage.answer (used)",
            "CREATE UNLOGGED TABLE forage.room (id bigint PRIMARY KEY, byte_count bigint NOT NULL)",
            """
            CREATE UNLOGGED TABLE forage.lease (
                digest bytea PRIMARY KEY, owner bigint NOT NULL, epoch bigint NOT NULL, until float8 NOT NULL
            )
            """,
            "CREATE TABLE forage.source (name text PRIMARY KEY, last bigint NOT NULL)",
            """
            CREATE TABLE forage.item (
                provider text NOT NULL, number bigint NOT NULL, local_id bytea NOT NULL, kind text NOT NULL,
                met float8 NOT NULL, expires float8, written bytea NOT NULL, words tsvector NOT NULL,
                word_count bigint NOT NULL, letters text, trigrams tsvector,
                PRIMARY KEY (provider, number), UNIQUE (provider, local_id)
            )
            """,
            "CREATE INDEX ON forage.item USING gin (words)",
            "CREATE INDEX ON forage.item USING gin (trigrams)",
            "CREATE INDEX ON forage.item (met)",
            "CREATE INDEX ON forage.item (expires) WHERE expires IS NOT NULL",
            """
            CREATE TABLE forage.word (word text COLLATE "C" PRIMARY KEY, item_count bigint NOT NULL)
            WITH (fillfactor = 70)
            """,
            """
            CREATE TABLE forage.item_total (
                id bigint PRIMARY KEY, byte_count bigint NOT NULL, item_count bigint NOT NULL,
                word_count bigint NOT NULL, lettered_count bigint NOT NULL, trigram_count bigint NOT NULL
            )
            """,
            "INSERT INTO forage.item_total VALUES (1, 0, 0, 0, 0, 0)",
            "CREATE TABLE forage.seal_key (created float8 PRIMARY KEY, key bytea NOT NULL)",
            """
            CREATE TABLE forage.had (
                id bytea NOT NULL, size text NOT NULL, date float8 NOT NULL, PRIMARY KEY (id, size)
            )
            """,
        ],
        [
            """
            CREATE TABLE forage.picture (
                number bigserial PRIMARY KEY, provider text NOT NULL, local_id bytea NOT NULL,
                digest text NOT NULL, look bigint, has_manifest bigint NOT NULL, square bytea,
                UNIQUE (provider, local_id, digest),
                FOREIGN KEY (provider, local_id) REFERENCES forage.item (provider, local_id) ON DELETE CASCADE
            )
            """,
            "CREATE INDEX ON forage.picture (digest)",
            """
            CREATE TABLE forage.collected (
                number bigserial PRIMARY KEY, collection text NOT NULL, id bytea NOT NULL, UNIQUE (collection, id)
            )
            """,
        ],
    ]

    /// The seconds since 2001 by the server's clock.
    static let now = "(extract(epoch FROM clock_timestamp())::float8 - 978307200)"

    /// The difference between the server's clock and that of a machine, whose time is a parameter.
    static func offset(_ place: Int) -> String { "(\(now) - $\(place)::float8)" }
}

extension PostgresConnection {
    /// Returns the version of the store's tables; 0 if there are none.
    package mutating func storeVersion() throws(DatabaseError) -> Int {
        guard try hasVersion() else { return 0 }
        return try first("SELECT number FROM forage.version") { $0.int(0) } ?? 0
    }

    private mutating func hasVersion() throws(DatabaseError) -> Bool {
        try first("SELECT FROM pg_tables WHERE schemaname = $1 AND tablename = 'version'", schema) { _ in true
        }
            ?? false
    }

    /// Creates or migrates the tables, if that is needed. However many programs do this at once, each step runs once.
    ///
    /// - Parameter steps: The scripts of all versions.
    /// - Throws: ``DatabaseError/newer(version:)`` if a later version of the program created the tables.
    package mutating func prepareStore(by steps: [[String]] = PostgresSchema.steps) throws(DatabaseError) {
        let version = try storeVersion()
        let newest = steps.count
        guard version <= newest else { throw .newer(version: version) }
        if version == newest { return }
        // Of several programs that do this at once, all but one fail and then find both.
        var refusal: DatabaseError?
        do throws(DatabaseError) {
            try run("CREATE SCHEMA IF NOT EXISTS \(schema)")
        } catch {
            // Without the right to create schemas, this fails even if the schema exists.
            if error == .readOnly { refusal = error }
        }
        _ = try? run("CREATE TABLE IF NOT EXISTS forage.version (number bigint NOT NULL)")
        if let refusal, try !hasVersion() { throw refusal }
        try transaction { (server) throws(DatabaseError) in
            try server.run("LOCK TABLE forage.version IN ACCESS EXCLUSIVE MODE")
            let version = try server.first("SELECT number FROM forage.version") { $0.int(0) } ?? 0
            for script in steps.dropFirst(version).joined() { try server.run(script) }
            try server.run("DELETE FROM forage.version")
            try server.run("INSERT INTO forage.version VALUES ($1)", newest)
        }
    }
}
