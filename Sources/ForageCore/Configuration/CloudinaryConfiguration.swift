/// The settings for adding PNG versions of SVG pictures.
public struct CloudinaryConfiguration: Sendable {
    /// Indicates whether PNG versions are added.
    public let isEnabled: Bool
    /// The account that converts them.
    public let cloud: String
    /// The providers whose pictures are converted.
    public let providers: Set<ProviderID>
    /// Indicates whether the account requires signed addresses.
    public let isSigned: Bool
    /// Indicates whether it requires long signatures.
    public let usesLongSignatures: Bool
    /// The state of the account's secret, which is needed only for signing.
    public let key: KeyState
    package let secret: Secret?

    static let usualCloud = "cocoacasts"
    static let usualProviders = ["cocoacasts"]
}

extension ConfigurationLoader {
    /// Reads the settings for conversion and reports problems.
    mutating func cloudinary(_ settings: ResolvedSettings, _ finder: KeyFinder) -> CloudinaryConfiguration {
        let values = settings.values(inside: .cloudinary)
        let cloud = values.text("cloud") ?? ""
        if !CloudinaryFetch.isCloud(cloud) {
            note(
                "\(SettingPath.cloudinary("cloud")): \(CloudinaryError.cloud)",
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

extension SettingTree {
    /// The settings for processing pictures.
    static func transforms(of infos: [ProviderInfo]) -> SettingGroup {
        let cloudinary = SettingGroup(
            noun: "setting of cloudinary", members: cloudinary(infos).map(SettingGroup.Member.init))
        return SettingGroup(
            noun: "transform",
            members: [SettingGroup.Member(name: "cloudinary", content: .group(cloudinary))])
    }

    private static func cloudinary(_ infos: [ProviderInfo]) -> [SettingLeaf] {
        let names = Set(infos.map(\.id.name) + CloudinaryConfiguration.usualProviders).sorted()
        return [
            SettingLeaf(
                path: .cloudinary("enabled"), form: .value(.flag), defaultValue: .flag(true),
                help: "Whether SVG pictures get a PNG version as well."),
            SettingLeaf(
                path: .cloudinary("cloud"), form: .value(.text),
                defaultValue: .text(CloudinaryConfiguration.usualCloud),
                help: "The Cloudinary account that converts them."),
            SettingLeaf(
                path: .cloudinary("providers"), form: .providers(names), defaultValue: nil,
                usualNames: CloudinaryConfiguration.usualProviders,
                help: "The providers whose pictures are converted."),
            SettingLeaf(
                path: .cloudinary("signed"), form: .value(.flag), defaultValue: .flag(false),
                help: "Whether the account requires signed addresses, which have fixed widths."),
            SettingLeaf(
                path: .cloudinary("longSignature"), form: .value(.flag), defaultValue: .flag(false),
                help: "Whether the account requires long signatures."),
            SettingLeaf(
                path: .cloudinary(KeySpec.cloudinary.name), form: .key(.cloudinary), defaultValue: nil,
                help:
                    "The account's secret, read from the environment; get it at \(KeySpec.cloudinary.page)."
            ),
        ]
    }
}

extension SettingPath {
    static let cloudinary = SettingPath("transforms", "cloudinary")

    static func cloudinary(_ key: String) -> SettingPath { cloudinary.appending(key) }
}

extension KeySpec {
    static let cloudinary = KeySpec(
        "apiSecret", variable: "CLOUDINARY_API_SECRET", isRequired: false,
        page: "https://console.cloudinary.com/settings/api-keys")
}
