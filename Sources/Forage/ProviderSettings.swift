package import ForageCore

/// Changes settings of providers in the user's files, for a program that runs on.
package protocol ProviderSettings: Sendable {
    /// Turns a provider on or off.
    ///
    /// - Returns: The resulting configuration.
    func turn(_ provider: ProviderID, on isEnabled: Bool) throws(ProviderSettingError) -> Configuration

    /// Stores a key of a provider in the user's file of keys.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - name: The name under which the provider declares it.
    ///   - provider: The provider.
    /// - Returns: The resulting configuration.
    /// - Throws: ``ProviderSettingError`` if it cannot be stored or would not be used.
    func keep(
        _ key: Secret, named name: String, of provider: ProviderID
    ) throws(ProviderSettingError) -> Configuration
}

/// The reason why a setting of a provider was not changed, or has no effect.
package struct ProviderSettingError: Error, Hashable, Sendable {
    /// A sentence for the user.
    package let sentence: String

    package init(_ sentence: String) { self.sentence = sentence }
}
