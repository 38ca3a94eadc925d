import ForageCore

/// A provider of SVG pictures, at the address of a service that the sandbox simulates.
struct DrawingProvider: Provider {
    static let registration = Registration(
        ProviderInfo(
            id: "drawings", name: "Drawings", summary: "Drawings", site: "https://drawings.example/",
            kinds: [.photo], origins: ["https://api.duckduckgo.com/"], capabilities: Capabilities()),
        make: { _ in DrawingProvider() })

    var info: ProviderInfo { Self.registration.info }

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        .get("https://api.duckduckgo.com/").query("q", "owl").query("format", "json")
    }

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        var draft = Draft(localID: "1", kind: .photo, title: "Owl", page: info.site)
        draft.renditions = [Rendition(.regular, at: "https://cdn.drawings.example/owl.svg")]
        return .page(Page(drafts: [draft]))
    }
}
