internal import Database
package import ForageCore
package import Platform

/// A ledger on disk: a small database that all processes of a user share.
///
/// Each change is one transaction that reads a provider's state, applies a rule and writes the state. The first change
/// opens the database, so that programs without requests do not wait for it. If it cannot be used, this process counts
/// only its own requests and warns once.
package final class SQLiteLedger: Ledger {
    private let database: StateDatabase
    private let now: @Sendable () -> Date
    private let spare: MemoryLedger

    /// - Parameters:
    ///   - folder: The folder of the database, which is created if missing.
    ///   - now: The clock.
    ///   - warn: Receives a warning if the database cannot be used or had to be moved.
    package init(
        in folder: String, now: @escaping @Sendable () -> Date = { Date() },
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        let file = StateFile(
            folder: folder, name: "ledger", steps: LedgerTable.steps,
            lament: "and the record of requests starts empty.")
        database = StateDatabase(
            file, lament: "Requests to services are counted for this run only.", warn: warn)
        self.now = now
        spare = MemoryLedger(now: now)
    }

    package func take(
        from provider: ProviderID, within limits: RequestLimits, by latest: Date
    ) async -> Admission {
        let busy = Admission.refused(
            Pause(until: now() + 1, "other processes are sending it requests right now"))
        let leave = change(provider, ifBusy: busy) { $0.take(within: limits, at: $1, by: latest) }
        if let leave { return leave }
        return await spare.take(from: provider, within: limits, by: latest)
    }

    package func note(_ ending: RequestEnding, of provider: ProviderID) async {
        let isNoted: Void? = change(provider, ifBusy: ()) { $0.note(ending, at: $1) }
        if isNoted == nil { await spare.note(ending, of: provider) }
    }

    package func states() async -> [ProviderID: ProviderState] {
        // A query does not create a database.
        guard database.exists else { return await spare.states() }
        let states = use(ifBusy: [:]) { (database) throws(DatabaseError) in try database.states() }
        if let states { return states }
        return await spare.states()
    }

    @discardableResult
    package func reset(_ provider: ProviderID) async -> Bool {
        await spare.reset(provider)
        // If nothing was ever stored, there is nothing to forget.
        guard database.exists else { return true }
        let isReset: Void? = use(ifBusy: nil) { (database) throws(DatabaseError) in
            try database.forget(provider)
        }
        return isReset != nil
    }

    package func insist(on provider: ProviderID) async -> Pause? {
        let busy = Pause(until: now() + 1, "other processes are sending it requests right now")
        return await spare.insist(on: provider)
            ?? (database.exists ? change(provider, ifBusy: busy) { $0.insist(at: $1) } ?? nil : nil)
    }

    private func change<Result: Sendable>(
        _ provider: ProviderID, ifBusy: Result, by rule: (inout ProviderState, Date) -> Result
    ) -> Result? {
        use(ifBusy: ifBusy) { (database) throws(DatabaseError) in
            try database.transaction { (database) throws(DatabaseError) in
                let before = try database.state(of: provider)
                var state = before
                // The time is read inside the transaction, when no other process can write.
                let result = rule(&state, now())
                if state != before { try database.keep(state, of: provider) }
                return result
            }
        }
    }

    /// Runs work on the database; returns nil if it cannot be used.
    private func use<Result: Sendable>(
        ifBusy: Result?, _ work: (inout Connection) throws(DatabaseError) -> Result
    ) -> Result? { database.use(ifBusy: ifBusy, work) }
}

/// The table of states: one row for each provider. Times are in seconds since 2001, as in `Date`.
enum LedgerTable {
    static let steps = [
        """
        CREATE TABLE provider (
            name TEXT PRIMARY KEY,
            quota_limit INTEGER,
            quota_remaining INTEGER,
            quota_start REAL,
            quota_reset REAL,
            quota_is_own INTEGER,
            next_turn REAL,
            deferral_end REAL,
            deferral_reason TEXT,
            failure_count INTEGER NOT NULL,
            pause_end REAL,
            pause_reason TEXT,
            trial_end REAL,
            last_date REAL,
            last_words TEXT,
            last_is_answer INTEGER
        ) WITHOUT ROWID
        """
    ]

    static let columns = """
        quota_limit, quota_remaining, quota_start, quota_reset, quota_is_own, next_turn, deferral_end, \
        deferral_reason, failure_count, pause_end, pause_reason, trial_end, last_date, last_words, last_is_answer
        """

    /// The columns of the row that a statement could not insert.
    static let excludedColumns = columns.split(separator: ", ").map { "excluded.\($0)" }
        .joined(separator: ", ")
}

extension Connection {
    /// Returns the state of a provider; the initial state if none is stored.
    mutating func state(of provider: ProviderID) throws(DatabaseError) -> ProviderState {
        let query = "SELECT \(LedgerTable.columns) FROM provider WHERE name = ?"
        return try first(query, provider.name) { ProviderState($0, from: 0) } ?? ProviderState()
    }

    /// Returns all stored states.
    mutating func states() throws(DatabaseError) -> [ProviderID: ProviderState] {
        let query = "SELECT name, \(LedgerTable.columns) FROM provider"
        let rows = try rows(query) { (ProviderID($0.text(0)), ProviderState($0, from: 1)) }
        return rows.reduce(into: [:]) { states, row in
            if let provider = row.0 { states[provider] = row.1 }
        }
    }

    mutating func keep(_ state: ProviderState, of provider: ProviderID) throws(DatabaseError) {
        let values = state.ledgerValues
        let places = values.map { _ in ", ?" }.joined()
        try run(
            "INSERT OR REPLACE INTO provider (name, \(LedgerTable.columns)) VALUES (?\(places))",
            with: [provider.name] + values)
    }

    mutating func forget(_ provider: ProviderID) throws(DatabaseError) {
        try run("DELETE FROM provider WHERE name = ?", provider.name)
    }
}

extension ProviderState {
    /// The values of the table's columns.
    var ledgerValues: [any Bindable] {
        [
            quota?.limit, quota?.remaining, quota?.start.number, quota?.reset.number,
            quota.map { $0.isOwn ? 1 : $0.isOfToken ? 2 : 0 }, nextTurn?.number, deferral?.end.number,
            deferral?.reason, breaker.failureCount, breaker.pause?.end.number, breaker.pause?.reason,
            breaker.trialEnd?.number, last?.date.number, last?.words, last.map { $0.isAnswer ? 1 : 0 },
        ]
    }

    /// Reads the table's columns, beginning at the given one.
    init(_ row: borrowing some ReadableRow & ~Copyable, from start: Int) {
        self.init()
        if let reset = row.date(start + 3), let begin = row.date(start + 2) {
            quota = QuotaState(
                limit: row.int(start), remaining: row.int(start + 1), start: begin, reset: reset,
                isOwn: row.int(start + 4) == 1)
            quota?.isOfToken = row.int(start + 4) == 2
        }
        nextTurn = row.date(start + 5)
        deferral = row.date(start + 6).map { Pause(until: $0, row.text(start + 7)) }
        breaker.failureCount = row.int(start + 8)
        breaker.pause = row.date(start + 9).map { Pause(until: $0, row.text(start + 10)) }
        breaker.trialEnd = row.date(start + 11)
        last = row.date(start + 12).map {
            LastRequest($0, row.text(start + 13), isAnswer: row.int(start + 14) == 1)
        }
    }
}

extension ReadableRow where Self: ~Copyable {
    fileprivate borrowing func date(_ column: Int) -> Date? {
        isNull(column) ? nil : Date(timeIntervalSinceReferenceDate: double(column))
    }
}

extension Date {
    fileprivate var number: Double { timeIntervalSinceReferenceDate }
}
