internal import Database
internal import Essentials
internal import ForageCore

/// How standings are kept: a row a provider. Times are seconds since 2001, as the system counts them.
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
}

extension Connection {
    /// The standing of a provider; that of one that was never asked where nothing is kept.
    mutating func standing(of provider: ProviderID) throws(DatabaseFault) -> ProviderStanding {
        let query = "SELECT \(LedgerTable.columns) FROM provider WHERE name = ?"
        return try first(query, provider.name) { ProviderStanding($0, from: 0) } ?? ProviderStanding()
    }

    /// Every standing that is kept.
    mutating func standings() throws(DatabaseFault) -> [ProviderID: ProviderStanding] {
        let query = "SELECT name, \(LedgerTable.columns) FROM provider"
        let rows = try rows(query) { (ProviderID($0.text(0)), ProviderStanding($0, from: 1)) }
        return rows.reduce(into: [:]) { standings, row in
            if let provider = row.0 { standings[provider] = row.1 }
        }
    }

    mutating func keep(_ standing: ProviderStanding, of provider: ProviderID) throws(DatabaseFault) {
        let (quota, breaker, last) = (standing.quota, standing.breaker, standing.last)
        try run(
            """
            INSERT OR REPLACE INTO provider (name, \(LedgerTable.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, provider.name, quota?.limit, quota?.remaining, quota?.start.number, quota?.reset.number,
            quota.map { $0.isOwn ? 1 : $0.isOfToken ? 2 : 0 }, standing.nextTurn?.number,
            standing.deferral?.end.number,
            standing.deferral?.reason, breaker.failureCount, breaker.pause?.end.number, breaker.pause?.reason,
            breaker.trialEnd?.number, last?.date.number, last?.words, last.map { $0.isAnswer ? 1 : 0 })
    }

    mutating func forget(_ provider: ProviderID) throws(DatabaseFault) {
        try run("DELETE FROM provider WHERE name = ?", provider.name)
    }
}

extension ProviderStanding {
    fileprivate init(_ row: borrowing Row, from start: Int) {
        self.init()
        if let reset = row.date(start + 3), let begin = row.date(start + 2) {
            quota = QuotaStanding(
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

extension Row {
    fileprivate borrowing func date(_ column: Int) -> Date? {
        isNull(column) ? nil : Date(timeIntervalSinceReferenceDate: double(column))
    }
}

extension Date {
    fileprivate var number: Double { timeIntervalSinceReferenceDate }
}
