internal import Database
package import Essentials
package import ForageCore
internal import Synchronization

/// The ledger of this machine: a small file that all processes of a person draw on.
///
/// Each change is one transaction that reads a standing, asks its rules and writes it. The file is opened with the
/// first, so that who asks no service does not wait for it. Where it cannot be used, this process counts for
/// itself, and says so once.
package final class SQLiteLedger: Ledger {
    private let file: LedgerFile
    private let now: @Sendable () -> Date
    private let warn: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let spare: MemoryLedger

    private struct State: ~Copyable {
        var database: Connection?
        var isUnusable = false
    }

    /// - Parameters:
    ///   - folder: Where the file is; made where it is missing.
    ///   - now: The clock.
    ///   - warn: Is told when the file cannot be used, or had to be moved.
    package init(
        in folder: String, now: @escaping @Sendable () -> Date = { Date() },
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        file = LedgerFile(folder: folder, warn: warn)
        self.now = now
        self.warn = warn
        spare = MemoryLedger(now: now)
    }

    package func take(
        from provider: ProviderID, within limits: RequestLimits, by latest: Date
    ) async -> Leave {
        let busy = Leave.refused(Pause(until: now() + 1, "others ask it at this moment"))
        let leave = change(provider, ifBusy: busy) { $0.take(within: limits, at: $1, by: latest) }
        if let leave { return leave }
        return await spare.take(from: provider, within: limits, by: latest)
    }

    package func note(_ ending: RequestEnding, of provider: ProviderID) async {
        let isNoted: Void? = change(provider, ifBusy: ()) { $0.note(ending, at: $1) }
        if isNoted == nil { await spare.note(ending, of: provider) }
    }

    package func standings() async -> [ProviderID: ProviderStanding] {
        let standings = use(ifBusy: [:]) { (database) throws(DatabaseFault) in try database.standings() }
        if let standings { return standings }
        return await spare.standings()
    }

    package func reset(_ provider: ProviderID) async {
        let isReset: Void? = use(ifBusy: ()) { (database) throws(DatabaseFault) in
            try database.forget(provider)
        }
        if isReset == nil { await spare.reset(provider) }
    }

    private func change<Result: Sendable>(
        _ provider: ProviderID, ifBusy: Result, by rule: (inout ProviderStanding, Date) -> Result
    ) -> Result? {
        use(ifBusy: ifBusy) { (database) throws(DatabaseFault) in
            try database.transaction { (database) throws(DatabaseFault) in
                let before = try database.standing(of: provider)
                var standing = before
                // The time is asked for once nobody else writes.
                let result = rule(&standing, now())
                if standing != before { try database.keep(standing, of: provider) }
                return result
            }
        }
    }

    /// Does something with the file; nil where it cannot be used.
    private func use<Result: Sendable>(
        ifBusy: Result, _ work: (inout Connection) throws(DatabaseFault) -> Result
    ) -> Result? {
        state.withLock { state -> Result? in
            guard !state.isUnusable else { return nil }
            do throws(DatabaseFault) {
                return try use(&state.database, work)
            } catch .busy {
                return ifBusy
            } catch {
                state.isUnusable = true
                warn("\(error) What the services are asked is counted for this run alone.")
                return nil
            }
        }
    }

    private func use<Result>(
        _ kept: inout Connection?, _ work: (inout Connection) throws(DatabaseFault) -> Result
    ) throws(DatabaseFault) -> Result {
        var database = if let open = kept.take() { open } else { try file.open() }
        do throws(DatabaseFault) {
            let result = try work(&database)
            kept = consume database
            return result
        } catch .damaged {
            database = try file.replace()
            let result = try work(&database)
            kept = consume database
            return result
        }
    }
}
