public import Essentials

/// The account of what every provider was asked and how it went, kept by all who draw on it together.
///
/// The rules are ``ProviderStanding``'s; a ledger applies them to what it keeps, one change at a time. It never
/// fails a search: one that cannot be written still counts for this program.
public protocol Ledger: Sendable {
    /// Takes leave for one request, if there is any to be had.
    ///
    /// - Parameters:
    ///   - provider: Whom the request is for.
    ///   - limits: How much it may be asked.
    ///   - latest: Until when the request can wait for its turn.
    /// - Returns: When it may be sent, or why not.
    func take(from provider: ProviderID, within limits: RequestLimits, by latest: Date) async -> Leave

    /// Notes how a request went that leave was taken for.
    func note(_ ending: RequestEnding, of provider: ProviderID) async

    /// How every provider stands that was ever asked.
    func standings() async -> [ProviderID: ProviderStanding]

    /// Forgets all about a provider.
    ///
    /// - Returns: Whether that could be done.
    @discardableResult
    func reset(_ provider: ProviderID) async -> Bool

    /// Returns when everything is kept that was noted.
    func finish() async
}

extension Ledger {
    /// Returns at once: most keep a note before they return from taking it.
    public func finish() async {}
}

/// Whether a request may be sent.
public enum Leave: Hashable, Sendable {
    /// It may, at this time and not before.
    case granted(at: Date)
    /// It may not.
    case refused(Pause)
}

/// A time in which a provider is not asked.
public struct Pause: Hashable, Sendable {
    /// When it ends.
    public let end: Date
    /// Why it is, in half a sentence.
    public let reason: String

    /// States until when and why.
    public init(until end: Date, _ reason: String) {
        self.end = end
        self.reason = reason
    }
}
