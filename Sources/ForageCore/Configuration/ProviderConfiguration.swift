package import Platform

/// A provider with its settings, ready to be asked.
public struct ProviderConfiguration: Sendable {
    /// The provider, made of its settings.
    public let provider: any Provider
    /// Whether the person wants it asked.
    public let isEnabled: Bool
    /// How much its ranking counts.
    public let weight: Double
    /// How long it may take, where that is less than the whole search.
    public let timeout: Duration?
    /// How many requests an hour the person allows; nil for as many as its terms do.
    public let requestsPerHour: Int?
    /// How long the person lets its answers be reused; nil for as long as it and its terms say.
    public let cacheFor: Duration?
    /// The address that is asked in place of its own.
    public let baseURL: WebURL?
    /// Whether its keys are there.
    public let keys: [KeyState]
    /// The settings that it was made of.
    package let settings: SettingValues

    /// Its short name.
    public var id: ProviderID { provider.info.id }

    /// How much and how quickly it may be asked. A server that is asked in its place has no terms.
    public var limits: RequestLimits {
        if baseURL != nil { return ownLimits }
        let limits = token?.limits ?? provider.info.terms.limits
        return RequestLimits(quota: ownLimits.quota ?? limits.quota, pace: limits.pace)
    }

    /// How long its answers may be kept, and how long the person lets them be reused.
    package var caching: CachingTerms {
        var caching = provider.info.terms.caching
        caching.personalAge = cacheFor
        return caching
    }

    /// What the person allows, whatever its terms do.
    package var ownLimits: RequestLimits {
        RequestLimits(
            quota: requestsPerHour.map { Quota($0, per: .seconds(3600), isOwn: true) }, pace: nil)
    }

    /// The token that its requests bear; nil where not both keys for it are there.
    package var token: TokenSpec? {
        guard let token = provider.info.token, missingKey(of: token) == nil else { return nil }
        return token
    }

    /// The key that an enabled provider cannot be asked without: a required one, or the other one of two.
    package var missingKey: KeyState? {
        if let key = keys.first(where: { $0.spec.isRequired && !$0.isSet }) { return key }
        guard let token = provider.info.token, let key = missingKey(of: token),
            keys.contains(where: { $0.isSet && token.keyNames.contains($0.spec.name) })
        else { return nil }
        return key
    }

    private func missingKey(of token: TokenSpec) -> KeyState? {
        keys.first { token.keyNames.contains($0.spec.name) && !$0.isSet }
    }

    /// What keeps an enabled provider from being asked, and what to do about it.
    public var obstacle: String? {
        missingKey.map { "its key \($0.spec.name) is \($0)" }
    }
}

/// Whether a provider would be asked now, and why not: the one answer for every list of providers.
package struct ProviderReadiness: Hashable, Sendable {
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
    ///   - state: How it stands; nil where it was never asked.
    ///   - fault: Why its definition is refused.
    ///   - needsKeys: Whether a key that is missing keeps it from being asked; not where the services are played.
    ///   - now: The time.
    package init(
        of provider: ProviderConfiguration, _ state: ProviderState?, fault: String? = nil,
        needsKeys: Bool = true, at now: Date
    ) {
        let fault = fault.map { "its definition is refused: \($0.onOneLine)" }
        let obstacle = needsKeys ? provider.obstacle : nil
        let pause = state?.pause(at: now)
        kind =
            if fault != nil { .refused } else if !provider.isEnabled { .off } else if obstacle != nil {
                .skipped
            } else if pause != nil { .throttled } else { .ready }
        reason = fault ?? obstacle ?? pause?.reason ?? provider.provider.info.caution
        until = pause?.end
    }
}
