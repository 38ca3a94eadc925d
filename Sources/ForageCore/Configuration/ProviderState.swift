package import Essentials

/// Whether a provider would be asked now, and why not: the one answer for every list of providers.
package struct ProviderState: Hashable, Sendable {
    /// What keeps it from being asked, if anything; the first that holds.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Its definition is wrong.
        case refused
        /// The person turned it off, or never turned it on.
        case off
        /// It lacks a key.
        case skipped
        /// It has to rest: it failed again and again, was asked enough, or wants to be left alone.
        case throttled
        /// Nothing.
        case ready
    }

    package let kind: Kind
    /// Why it is not asked, or would not be if it were on, in half a sentence.
    package let reason: String?
    /// Until when it has to rest.
    package let until: Date?

    /// - Parameters:
    ///   - provider: The provider as it is set up.
    ///   - standing: How it stands; nil where it was never asked.
    ///   - fault: Why its definition is refused.
    ///   - needsKeys: Whether a key that is missing keeps it from being asked; not where the services are played.
    ///   - now: The time.
    package init(
        of provider: ProviderConfiguration, _ standing: ProviderStanding?, fault: String? = nil,
        needsKeys: Bool = true, at now: Date
    ) {
        let fault = fault.map { "its definition is refused: \($0.onOneLine)" }
        let obstacle = needsKeys ? provider.obstacle : nil
        let pause = standing?.pause(at: now)
        kind =
            if fault != nil { .refused } else if !provider.isEnabled { .off } else if obstacle != nil {
                .skipped
            } else if pause != nil { .throttled } else { .ready }
        reason = fault ?? obstacle ?? pause?.reason ?? provider.provider.about.caution
        until = pause?.end
    }
}
