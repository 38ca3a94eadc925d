package import Platform

/// A provider with its settings, ready for requests.
public struct ProviderConfiguration: Sendable {
    /// The provider, created from its settings.
    public let provider: any Provider
    /// Indicates whether the user enabled it.
    public let isEnabled: Bool
    /// The weight of its ranking.
    public let weight: Double
    /// Its time limit, if it is shorter than that of the whole search.
    public let timeout: Duration?
    /// The number of requests per hour that the user allows; nil to use its terms.
    public let requestsPerHour: Int?
    /// The time for which the user lets its responses be reused; nil to use its terms and HTTP.
    public let cacheFor: Duration?
    /// The address that replaces its own.
    public let baseURL: WebURL?
    /// The states of its keys.
    public let keys: [KeyState]
    /// The settings that it was created from.
    package let settings: SettingValues

    /// Its short name.
    public var id: ProviderID { provider.info.id }

    /// The limits of requests. A server that replaces the service is not subject to its terms.
    public var limits: RequestLimits {
        if baseURL != nil { return ownLimits }
        let limits = token?.limits ?? provider.info.terms.limits
        return RequestLimits(quota: ownLimits.quota ?? limits.quota, pace: limits.pace)
    }

    /// The rules for keeping its responses, including the user's.
    package var caching: CachingTerms {
        var caching = provider.info.terms.caching
        caching.personalAge = cacheFor
        return caching
    }

    /// The limits that the user set, without those of its terms.
    package var ownLimits: RequestLimits {
        RequestLimits(
            quota: requestsPerHour.map { Quota($0, per: .seconds(3600), isOwn: true) }, pace: nil)
    }

    /// The token that its requests carry; nil if a key for it is missing.
    package var token: TokenSpec? {
        guard let token = provider.info.token, missingKey(of: token) == nil else { return nil }
        return token
    }

    /// The missing key that prevents requests: a required one, or one of the two for a token if the other is set.
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

    /// The reason why an enabled provider cannot be used, with a remedy.
    public var obstacle: String? {
        missingKey.map { "its key \($0.spec.name) is \($0)" }
    }
}

/// The readiness of a provider for requests, with the reason if it is not ready; used by every list of providers.
package struct ProviderReadiness: Hashable, Sendable {
    /// The first obstacle that applies, if any.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Its definition is invalid.
        case refused
        /// It is disabled.
        case off
        /// It lacks a key.
        case skipped
        /// It is paused: it failed repeatedly, its quota is used up, or the service asked for a pause.
        case throttled
        /// There is no obstacle.
        case ready
    }

    package let kind: Kind
    /// The reason why it is not used, or would not be if it were enabled, as a clause.
    package let reason: String?
    /// The end of its pause.
    package let until: Date?

    /// - Parameters:
    ///   - provider: The provider with its settings.
    ///   - state: The state of requests to it; nil if there never was one.
    ///   - fault: The reason why its definition is invalid.
    ///   - needsKeys: True if a missing key prevents requests; false if a sandbox replaces the services.
    ///   - now: The current time.
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
