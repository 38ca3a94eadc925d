public import Essentials
internal import Synchronization

/// A ledger of this program alone, gone with it.
public final class MemoryLedger: Ledger {
    private let kept = Mutex<[ProviderID: ProviderStanding]>([:])
    private let now: @Sendable () -> Date

    /// Opens an empty ledger.
    public convenience init() { self.init(now: { Date() }) }

    /// Tells the time by a clock of the caller's.
    package init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// Takes leave for one request, if there is any to be had.
    public func take(from provider: ProviderID, within limits: RequestLimits, by latest: Date) async -> Leave
    {
        kept.withLock {
            $0[provider, default: ProviderStanding()].take(within: limits, at: now(), by: latest)
        }
    }

    /// Notes how a request went that leave was taken for.
    public func note(_ ending: RequestEnding, of provider: ProviderID) async {
        kept.withLock { $0[provider, default: ProviderStanding()].note(ending, at: now()) }
    }

    /// How every provider stands that was ever asked.
    public func standings() async -> [ProviderID: ProviderStanding] { kept.withLock(\.self) }

    /// Forgets all about a provider, which can always be done.
    @discardableResult
    public func reset(_ provider: ProviderID) async -> Bool {
        kept.withLock { $0[provider] = nil }
        return true
    }
}
