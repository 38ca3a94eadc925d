internal import Database
package import ForageCore
package import Platform

/// A ledger that several machines share, by the clock of the PostgreSQL server.
///
/// A change reads a provider's state, applies a rule, and writes the state in one statement if it is still the same;
/// otherwise it starts again. No lock is held, so a program that stops in between blocks no other.
///
/// While the shared count cannot be had, this machine admits a tenth of each limit by its own count, and after a minute
/// no request at all.
package final class PostgresLedger: Ledger {
    private let server: PostgresServer
    /// The counter of this machine.
    private let spare: any Ledger
    private let outage: OutageMark
    private let now: @Sendable () -> Date

    /// The part of each limit that a machine without the shared count uses.
    package static let share = 10
    private static let longestOutage: TimeInterval = 60
    private static let longestTry = Duration.seconds(2)

    /// - Parameters:
    ///   - server: The server.
    ///   - spare: The counter of this machine, which is used while the server cannot be reached.
    ///   - folder: The folder in which this machine's programs note that it cannot be reached; nil for none.
    ///   - now: This machine's clock.
    package init(
        on server: PostgresServer, orElse spare: any Ledger, in folder: String? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.server = server
        self.spare = spare
        outage = OutageMark(folder.map { "\($0)/shared-count-missing" })
        self.now = now
    }

    package func take(
        from provider: ProviderID, within limits: RequestLimits, by latest: Date
    ) async -> Admission {
        let change = await change(provider) { state, time, offset in
            state.take(within: limits, at: time, by: latest + offset).moved(by: -offset)
        }
        switch change {
        case .done(let admission): return admission
        case .conflict:
            return .refused(Pause(until: now() + 1, "other processes are sending it requests right now"))
        case .unavailable: return await takeAlone(from: provider, within: limits, by: latest)
        }
    }

    private func takeAlone(
        from provider: ProviderID, within limits: RequestLimits, by latest: Date
    ) async -> Admission {
        outage.begin(at: now())
        if let start = outage.start, now().timeIntervalSince(start) > Self.longestOutage {
            return .refused(Pause(until: now() + 5, "the shared count of requests cannot be reached"))
        }
        return await spare.take(from: provider, within: limits.divided(by: Self.share), by: latest)
    }

    package func note(_ ending: RequestEnding, of provider: ProviderID) async {
        let change = await change(provider) { state, time, offset in
            state.note(ending.moved(by: offset), at: time)
        }
        if case .unavailable = change { await spare.note(ending, of: provider) }
    }

    package func states() async -> [ProviderID: ProviderState] {
        let query = "SELECT name, \(PostgresSchema.now), \(LedgerTable.columns) FROM forage.provider"
        let rows = await server.read { (server) throws(DatabaseError) in
            try server.rows(query) { (ProviderID($0.text(0)), $0.double(1), ProviderState($0, from: 2)) }
        }
        guard let rows else { return await spare.states() }
        return rows.reduce(into: [:]) { states, row in
            let offset = row.1 - now().timeIntervalSinceReferenceDate
            if let provider = row.0 { states[provider] = row.2.moved(by: -offset) }
        }
    }

    @discardableResult
    package func reset(_ provider: ProviderID) async -> Bool {
        await spare.reset(provider)
        return await server.write { (server) throws(DatabaseError) in
            try server.run("DELETE FROM forage.provider WHERE name = $1", provider.name)
        } != nil
    }

    package func insist(on provider: ProviderID) async -> Pause? {
        if let pause = await spare.insist(on: provider) { return pause }
        let change = await change(provider) { state, time, offset in
            state.insist(at: time)?.moved(by: -offset)
        }
        switch change {
        case .done(let pause): return pause
        case .conflict:
            return Pause(until: now() + 1, "other processes are sending it requests right now")
        case .unavailable: return nil
        }
    }

    package func finish() async { await spare.finish() }

    private enum Change<Result: Sendable>: Sendable {
        case done(Result)
        /// Other programs changed the state each time.
        case conflict
        case unavailable
    }

    /// Applies a rule, which receives the state, the server's time, and the server's time less this machine's.
    private func change<Result: Sendable>(
        _ provider: ProviderID,
        by rule: @escaping @Sendable (inout ProviderState, Date, TimeInterval) -> Result
    ) async -> Change<Result> {
        let clock = ContinuousClock()
        let end = clock.now + Self.longestTry
        var longestPause = 2
        while clock.now < end {
            // A count that comes late is better than none.
            let attempt = await server.write { [now] (server) throws(DatabaseError) -> Result? in
                let (before, version, time) = try server.state(of: provider)
                var state = before
                let date = Date(timeIntervalSinceReferenceDate: time)
                let result = rule(&state, date, date.timeIntervalSince(now()))
                if state == before { return result }
                return try server.keep(state, of: provider, replacing: version) ? result : nil
            }
            guard let attempt else { return .unavailable }
            outage.end()
            if let attempt { return .done(attempt) }
            try? await Task.sleep(for: .milliseconds(Int.random(in: 0...longestPause)))
            longestPause = min(longestPause * 2, 64)
        }
        return .conflict
    }
}

extension PostgresConnection {
    /// Returns the state of a provider, its version, and the server's time.
    fileprivate mutating func state(
        of provider: ProviderID
    ) throws(DatabaseError) -> (state: ProviderState, version: Int, time: Double) {
        let query = """
            SELECT clock.now, version, \(LedgerTable.columns)
            FROM (SELECT \(PostgresSchema.now) AS now) AS clock LEFT JOIN forage.provider ON name = $1
            """
        let row = try first(query, provider.name) { ($0.double(0), $0.int(1), ProviderState($0, from: 2)) }
        guard let row else { throw .other("the server stated no time") }
        return (row.2, row.1, row.0)
    }

    /// Stores a state; returns false if the stored version is another one.
    fileprivate mutating func keep(
        _ state: ProviderState, of provider: ProviderID, replacing version: Int
    ) throws(DatabaseError) -> Bool {
        let values = state.ledgerValues
        let places = (3..<3 + values.count).map { "$\($0)" }.joined(separator: ", ")
        return try run(
            """
            INSERT INTO forage.provider (name, version, \(LedgerTable.columns)) VALUES ($1, $2::bigint + 1, \(places))
            ON CONFLICT (name) DO UPDATE SET (version, \(LedgerTable.columns)) =
                ROW (excluded.version, \(LedgerTable.excludedColumns)) WHERE provider.version = $2::bigint
            """, with: [provider.name, version] + values) == 1
    }
}

extension RequestLimits {
    fileprivate func divided(by count: Int) -> RequestLimits {
        var quota = self.quota.map {
            Quota(max(1, $0.count / count), per: $0.period, isOwn: $0.isOwn, endsByClock: $0.endsByClock)
        }
        quota?.isOfToken = self.quota?.isOfToken == true
        let pace = pace.map { Pace(perSecond: $0.perSecond / Double(count), burst: $0.burst / count) }
        return RequestLimits(quota: quota, pace: pace)
    }
}

extension Admission {
    fileprivate func moved(by offset: TimeInterval) -> Admission {
        switch self {
        case .granted(let date): .granted(at: date + offset)
        case .refused(let pause): .refused(pause.moved(by: offset))
        }
    }
}

extension Pause {
    fileprivate func moved(by offset: TimeInterval) -> Pause { Pause(until: end + offset, reason) }
}

extension RequestEnding {
    fileprivate func moved(by offset: TimeInterval) -> RequestEnding {
        var ending = self
        if case .deferred(let pause) = kind { ending.kind = .deferred(pause.moved(by: offset)) }
        ending.quota = quota.map {
            QuotaNotice(limit: $0.limit, remaining: $0.remaining, reset: $0.reset.map { $0 + offset })
        }
        return ending
    }
}

extension ProviderState {
    fileprivate func moved(by offset: TimeInterval) -> ProviderState {
        var state = self
        state.quota?.start += offset
        state.quota?.reset += offset
        state.nextTurn = nextTurn.map { $0 + offset }
        state.deferral = deferral?.moved(by: offset)
        state.breaker.pause = breaker.pause?.moved(by: offset)
        state.breaker.trialEnd = breaker.trialEnd.map { $0 + offset }
        state.last = last.map { LastRequest($0.date + offset, $0.words, isAnswer: $0.isAnswer) }
        return state
    }
}
