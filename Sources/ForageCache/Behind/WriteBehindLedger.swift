package import Essentials
package import ForageCore

/// Takes notes over at once and writes them into another ledger behind the back of whoever brought them.
///
/// Leave is taken of the other ledger, before the request and behind every note on that provider, so that all
/// processes together count as exactly as without it.
package final class WriteBehindLedger: Ledger {
    private let ledger: any Ledger
    private let backlog = Backlog<ProviderID>(room: 256)

    package init(before ledger: any Ledger) { self.ledger = ledger }

    package func take(
        from provider: ProviderID, within limits: RequestLimits, by latest: Date
    ) async -> Leave {
        await backlog.finish(provider)
        return await ledger.take(from: provider, within: limits, by: latest)
    }

    package func note(_ ending: RequestEnding, of provider: ProviderID) async {
        await backlog.add(for: provider, size: 1) { [ledger] in await ledger.note(ending, of: provider) }
    }

    package func standings() async -> [ProviderID: ProviderStanding] {
        await backlog.finish()
        return await ledger.standings()
    }

    @discardableResult
    package func reset(_ provider: ProviderID) async -> Bool {
        await backlog.finish(provider)
        return await ledger.reset(provider)
    }

    package func finish() async {
        await backlog.finish()
        await ledger.finish()
    }
}
