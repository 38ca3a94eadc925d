extension SettingTree {
    /// Lays out what is done with pictures beyond what the providers bring.
    static func transforms(of abouts: [About]) -> SettingGroup {
        let cloudinary = SettingGroup(
            noun: "setting of cloudinary", members: cloudinary(abouts).map(SettingGroup.Member.init))
        return SettingGroup(
            noun: "transform",
            members: [SettingGroup.Member(name: "cloudinary", content: .group(cloudinary))])
    }

    private static func cloudinary(_ abouts: [About]) -> [SettingLeaf] {
        let names = Set(abouts.map(\.id.name) + CloudinaryConfiguration.usualProviders).sorted()
        return [
            SettingLeaf(
                path: .cloudinary("enabled"), form: .value(.flag), defaultValue: .flag(true),
                help: "Whether SVG pictures get a PNG beside them."),
            SettingLeaf(
                path: .cloudinary("cloud"), form: .value(.text),
                defaultValue: .text(CloudinaryConfiguration.usualCloud),
                help: "The account that converts them."),
            SettingLeaf(
                path: .cloudinary("providers"), form: .providers(names), defaultValue: nil,
                usualNames: CloudinaryConfiguration.usualProviders, help: "Whose pictures are converted."),
            SettingLeaf(
                path: .cloudinary("signed"), form: .value(.flag), defaultValue: .flag(false),
                help: "Whether the account wants signed addresses; these come in fixed widths."),
            SettingLeaf(
                path: .cloudinary("longSignature"), form: .value(.flag), defaultValue: .flag(false),
                help: "Whether the account wants its long signatures."),
            SettingLeaf(
                path: .cloudinary(KeySpec.cloudinary.name), form: .key(.cloudinary), defaultValue: nil,
                help:
                    "The account's secret, read from the environment; to be had at \(KeySpec.cloudinary.page)."
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
