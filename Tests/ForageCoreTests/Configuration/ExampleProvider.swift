import ForageCore

/// A provider for tests of the configuration.
struct ExampleProvider: Provider {
    let info: ProviderInfo
    var settings = SettingValues()

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        throw .unanswerable("it is made up")
    }

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        .page(Page(drafts: []))
    }
}

extension ProviderInfo {
    static let owls = ProviderInfo(
        id: "owls", name: "Owls", summary: "Owls without a key.", site: "https://owls.example",
        kinds: [.photo], origins: ["https://api.owls.example"], capabilities: Capabilities())

    static let gallery = ProviderInfo(
        id: "gallery", name: "Gallery", summary: "Pictures with a key.", site: "https://gallery.example",
        kinds: [.photo], origins: ["https://api.gallery.example", "https://up.gallery.example"],
        capabilities: Capabilities(),
        keys: [
            KeySpec("apiKey", variable: "GALLERY_API_KEY", page: "https://gallery.example/keys"),
            KeySpec(
                "secret", variable: "GALLERY_SECRET", isRequired: false, page: "https://gallery.example/keys"),
        ])
}

extension Registration {
    static let owls = Registration(
        .owls,
        settings: [
            SettingSpec("applicationName", .text, default: .text("forage"), help: "Who is asking."),
            SettingSpec("context", .text, help: "A word that is added to every query."),
        ]
    ) { ExampleProvider(info: .owls, settings: $0) }

    static let gallery = Registration(
        .gallery,
        settings: [
            SettingSpec("quality", .choice(["low", "high"]), default: .text("low"), help: "How good."),
            SettingSpec("count", .integer(1...30), default: .integer(10), help: "How many."),
            SettingSpec("ratio", .number(0...1), help: "How wide."),
            SettingSpec("strict", .flag, default: .flag(false), help: "How careful."),
            SettingSpec("mirror", .url, help: "Where else."),
            SettingSpec("list", .file, help: "A list of your own."),
        ]
    ) { (settings) throws(SettingError) in
        guard settings.integer("count") != 13 else { throw SettingError("count", "13 brings bad luck") }
        return ExampleProvider(info: .gallery, settings: settings)
    }

    static let madeUp = [owls, gallery]
}
