internal import Database
package import Essentials
package import ForageCore

/// The ledger of this machine: a small file that all processes of a person draw on.
///
/// Each change is one transaction that reads a standing, asks its rules and writes it. The file is opened with the
/// first, so that who asks no service does not wait for it. Where it cannot be used, this process counts for
/// itself, and says so once.
package final class SQLiteLedger: Ledger {
    private let database: StateDatabase
    private let now: @Sendable () -> Date
    private let spare: MemoryLedger

    /// - Parameters:
    ///   - folder: Where the file is; made where it is missing.
    ///   - now: The clock.
    ///   - warn: Is told when the file cannot be used, or had to be moved.
    package init(
        in folder: String, now: @escaping @Sendable () -> Date = { Date() },
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        let file = StateFile(
            folder: folder, name: "ledger", steps: LedgerTable.steps,
            lament: "and the account of requests begins anew.")
        database = StateDatabase(
            file, lament: "What the services are asked is counted for this run alone.", warn: warn)
        self.now = now
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
        // Who only wants to know makes no file.
        guard database.exists else { return await spare.standings() }
        let standings = use(ifBusy: [:]) { (database) throws(DatabaseFault) in try database.standings() }
        if let standings { return standings }
        return await spare.standings()
    }

    @discardableResult
    package func reset(_ provider: ProviderID) async -> Bool {
        await spare.reset(provider)
        // Where nothing was ever kept there is nothing to forget.
        guard database.exists else { return true }
        let isReset: Void? = use(ifBusy: nil) { (database) throws(DatabaseFault) in
            try database.forget(provider)
        }
        return isReset != nil
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
        ifBusy: Result?, _ work: (inout Connection) throws(DatabaseFault) -> Result
    ) -> Result? { database.use(ifBusy: ifBusy, work) }
}
