/// What the catalogue lists of a provider: its description, its settings and how it is made.
public struct Registration: Sendable {
    /// The provider as it is with every setting at its default.
    public let about: About
    /// The settings it has beside those that every provider has.
    public let settings: [SettingSpec]
    /// Whether it is asked where nobody says so.
    public let isUsuallyEnabled: Bool
    /// Makes a provider of checked settings.
    public let make: @Sendable (SettingValues) throws(SettingFault) -> any Provider

    /// Registers a provider.
    public init(
        _ about: About, settings: [SettingSpec] = [], isUsuallyEnabled: Bool = true,
        make: @escaping @Sendable (SettingValues) throws(SettingFault) -> any Provider
    ) {
        self.about = about
        self.settings = settings
        self.isUsuallyEnabled = isUsuallyEnabled
        self.make = make
    }
}

/// Why a provider cannot be made of its settings.
public struct SettingFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The setting's name.
    public let key: String
    /// One sentence for people.
    public let description: String

    /// States what is wrong with a setting.
    public init(_ key: String, _ reason: String) {
        self.key = key
        description = reason
    }
}
