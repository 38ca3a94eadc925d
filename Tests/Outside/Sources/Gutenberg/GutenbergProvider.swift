public import ForageCore
internal import Markup

/// Gutenberg: photos from a search.
public struct GutenbergProvider: Provider {
    /// Creates a provider, which has no settings.
    public init() {}

    /// The description of the provider.
    public var info: ProviderInfo { Self.registration.info }

    /// Creates the request for a page of a search, or for one photo.
    public func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        let endpoint: Endpoint
        switch request {
        case .search(let query, let page):
            endpoint = try .get("https://api.gutenberg.example/search")
                .query("q", .text(query.text))
                .page(page, of: info)
        case .details(let item):
            endpoint = .get("https://api.gutenberg.example/photo")
                .query("id", .text(item.local))
        case .browse, .download: throw .unsupported(request, by: info)
        }
        return endpoint.header("Authorization", "Bearer ", .key("apiKey"))
    }

    /// Decodes photos in the order of the service.
    public func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        var reader = try DraftReader(response)
        guard let page = request.page else {
            reader.read(reader.root, as: draft)
            return .page(try reader.page())
        }
        reader.readEach(in: reader.root["photos"], as: draft)
        let total = reader.root["total"].int
        return .page(try reader.page(next: page.next(total: total), total: total))
    }

    private func draft(of photo: Field) throws(ProviderError) -> Draft {
        var draft = Draft(
            localID: try photo["id"].required(\.text), kind: .photo,
            title: try photo["title"].required(\.text), page: try photo["page"].required(\.webURL))
        let photographer = photo["photographer"]
        draft.creator = Creator(name: photographer["name"].text, url: photographer["page"].webURL)
        draft.licence = photo["licence"].text.map { Licence(id: $0.lowercased(), name: $0) }
        draft.publishedAt = photo["published"].time
        draft.summary = photo[ifPresent: "description"].text?.withoutMarkup
        if let file = photo["picture"]["url"].webURL {
            let size = photo["picture"].pixelSize(width: "width", height: "height")
            draft.renditions = [Rendition(.regular, at: file, size: size)]
        }
        return draft
    }
}
