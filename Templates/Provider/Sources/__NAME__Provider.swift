public import ForageCore
internal import JSON

/// __NAME__: photos that are searched for.
public struct __NAME__Provider: Provider {
    /// Creates a provider, which has no settings.
    public init() {}

    /// The provider's description of itself.
    public var info: ProviderInfo { Self.registration.info }

    /// Asks for a page of a search, or for one photo.
    public func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        switch request {
        case .search(let query, let page):
            return .get("https://api.__ID__.example/search")
                .query("q", .text(query.text))
                .query("size", .text("\(page.size)"))
                .query("page", .text("\(try page.number(of: info))"))
        case .details(let item):
            return .get("https://api.__ID__.example/photo")
                .query("id", .text(item.local))
        case .browse, .download: throw .unsupported(request, by: info)
        }
    }

    /// Reads photos, in the order of the service.
    public func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        var reader = try DraftReader(response)
        let root = reader.root
        if case .details = request {
            reader.compare([root], with: Photo.shape)
            reader.read(root) { (photo) throws(ProviderError) in try Photo(photo).draft }
            return .page(try reader.page())
        }
        let records = reader.records(in: root["photos"])
        reader.compare(records, with: Photo.shape)
        for record in records {
            reader.read(record) { (photo) throws(ProviderError) in try Photo(photo).draft }
        }
        return .page(try reader.page(next: root["next"].text, total: root["total"].flexibleInt))
    }
}
