internal import ForageCore

extension ProviderInfo {
    static let gallery = ProviderInfo(
        id: "gallery", name: "Gallery", summary: "Pictures with a key.", site: "https://gallery.example",
        kinds: [.photo], origins: ["https://api.gallery.example", "https://up.gallery.example"],
        capabilities: Capabilities(),
        keys: [KeySpec("apiKey", variable: "GALLERY_KEY", page: "https://gallery.example/keys")])
}

extension Registration {
    /// A made-up provider with a setting of each type.
    static let gallery = Registration(
        .gallery,
        settings: [
            SettingSpec("context", .text, help: "A text."),
            SettingSpec("quality", .choice(["low", "high"]), default: .text("low"), help: "A choice."),
            SettingSpec("count", .integer(1...30), default: .integer(10), help: "A whole number."),
            SettingSpec("ratio", .number(0...1), help: "A number."),
            SettingSpec("strict", .flag, default: .flag(false), help: "A flag."),
            SettingSpec("mirror", .url, help: "An address."),
            SettingSpec("list", .file, help: "A file."),
        ]
    ) { _ in Gallery() }
}

private struct Gallery: Provider {
    let info = ProviderInfo.gallery

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        throw .unanswerable("it is made up")
    }

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        .page(Page(drafts: []))
    }
}
