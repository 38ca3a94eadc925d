/// How SVG pictures get a PNG beside them.
public struct CloudinaryConfiguration: Sendable {
    /// Whether they do.
    public let isEnabled: Bool
    /// The account that converts them.
    public let cloud: String
    /// Whose pictures are converted.
    public let providers: Set<ProviderID>
    /// Whether the account wants signed addresses.
    public let isSigned: Bool
    /// Whether it wants its long signatures.
    public let usesLongSignatures: Bool
    /// Whether the account's secret is there; only signing needs it.
    public let key: KeyState
    package let secret: Secret?

    static let usualCloud = "cocoacasts"
    static let usualProviders = ["cocoacasts"]
}

extension ConfigurationLoader {
    /// Reads how pictures are converted; notes what cannot be.
    mutating func cloudinary(_ settings: ResolvedSettings, _ finder: KeyFinder) -> CloudinaryConfiguration {
        let values = settings.values(inside: .cloudinary)
        let cloud = values.text("cloud") ?? ""
        if !CloudinaryFetch.isCloud(cloud) {
            note(
                "\(SettingPath.cloudinary("cloud")): \(CloudinaryFault.cloud)",
                at: settings.origin(.cloudinary("cloud")))
        }
        let leaf = tree.leaves.first { $0.path == .cloudinary("providers") }
        let (key, secret) = finder.find(.cloudinary, at: .cloudinary(KeySpec.cloudinary.name))
        return CloudinaryConfiguration(
            isEnabled: values.flag("enabled"), cloud: cloud,
            providers: Set((leaf.map(settings.list) ?? []).compactMap { ProviderID($0) }),
            isSigned: values.flag("signed"), usesLongSignatures: values.flag("longSignature"), key: key,
            secret: secret)
    }
}
