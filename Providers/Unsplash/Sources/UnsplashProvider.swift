public import ForageCore
internal import JSON

/// Unsplash: photos from a search or a list, with details and credits in accordance with the guidelines.
public struct UnsplashProvider: Provider {
    let applicationName: String

    /// Creates a provider.
    ///
    /// - Parameter applicationName: The name of the application in links to Unsplash.
    public init(applicationName: String = "forage") {
        self.applicationName = applicationName
    }

    /// The description of the provider.
    public var info: ProviderInfo { Self.registration.info }

    /// Creates the request for a page of photos, for one photo, or for permission to download one.
    public func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        let endpoint =
            switch request {
            case .search(let query, let page):
                try search(query).page(page, of: info)
            case .browse(let browse, let page):
                try listing(browse).page(page, of: info)
            case .details(let item): Endpoint.get(try address(of: item))
            case .download(let item): Endpoint.get(try downloadAddress(of: item))
            }
        return endpoint.header("Accept-Version", "v1").header(
            "Authorization", "Client-ID ", .key("accessKey"))
    }

    /// Decodes photos in the order of the service.
    public func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        var reader = try DraftReader(response)
        let root = reader.root
        switch request {
        case .search(_, let page):
            reader.compare([root], with: UnsplashListing.shape)
            reader.readPhotos(in: root["results"])
            let listing = UnsplashListing(response, of: page, body: root)
            return .page(try reader.page(next: listing.next, total: listing.total))
        case .browse(_, let page):
            reader.readPhotos(in: root)
            let listing = UnsplashListing(response, of: page, body: root)
            return .page(try reader.page(next: listing.next, total: listing.total))
        case .details:
            reader.compare([root], with: UnsplashPhoto.shape)
            reader.compare([root], with: UnsplashPhoto.fullShape)
            reader.read(root) { (photo) throws(ProviderError) in try UnsplashPhoto(photo).draft }
        case .download(let item):
            reader.read(root) { (leave) throws(ProviderError) in try item.draft(withFileOf: leave) }
        }
        return .page(try reader.page())
    }

    /// Credits the photographer and Unsplash, with the links that the guidelines require.
    public func attribution(for draft: Draft) -> Attribution {
        let title = draft.title == UnsplashPhoto.title(by: draft.creator) ? "Photo" : draft.title
        let creator = draft.creator.flatMap { creator in
            Creator(name: creator.name, url: creator.url?.referring(from: applicationName))
        }
        return Attribution(
            title: title, page: draft.page.referring(from: applicationName),
            source: NamedLink("Unsplash", info.site.referring(from: applicationName)),
            creator: Known(creator), licence: Known(draft.licence))
    }
}

extension UnsplashProvider {
    /// Creates a search with the service's words for the filters and the order.
    func search(_ query: Query) -> Endpoint {
        var endpoint = Endpoint.get("https://api.unsplash.com/search/photos")
            .query("query", .text(query.text))
            .query("content_filter", .text(query.content.word))
        if let order = query.order.word { endpoint = endpoint.query("order_by", .text(order)) }
        for filter in query.filters {
            switch filter {
            case .orientation(let shape): endpoint = endpoint.query("orientation", .text(shape.word))
            case .hue(let hue): endpoint = endpoint.query("color", .text(hue.rawValue))
            default: break
            }
        }
        return endpoint
    }

    /// Creates the request for the list of all photos, which cannot be filtered by colour.
    func listing(_ browse: Browse) throws(ProviderError) -> Endpoint {
        guard !browse.filters.contains(where: { $0.name == .hue }) else {
            throw .unanswerable("Unsplash lists photos of every colour: search for something.")
        }
        return .get("https://api.unsplash.com/photos")
    }

    func address(of item: ItemID) throws(ProviderError) -> WebURL {
        // A path component that consists of dots would change the folder.
        guard !item.local.allSatisfy({ $0 == "." }),
            let url = WebURL("https://api.unsplash.com/photos/\(PercentEncoding.encode(item.local))")
        else {
            throw .unanswerable(
                "“\(item)” names no photo of Unsplash; its ids look like unsplash:eOLpJytrbsQ.")
        }
        return url
    }

    /// Returns the address that permits the download of a photo: the one in the photo's record, if it belongs to
    /// Unsplash.
    ///
    /// Its query states where the photo was found, so the address is not changed.
    func downloadAddress(of item: Item) throws(ProviderError) -> WebURL {
        if let notice = item.downloadNotice, info.origins.contains(notice.origin) { return notice }
        return try address(of: item.id).appending("/download")
    }
}

extension UnsplashProvider {
    /// Returns the reason of a refusal. Status 403 means either a wrong key or too many requests.
    public func refusal(in response: Response) -> Refusal? {
        let refusal = Refusal(byStatusOf: response, saying: response.sentence)
        guard case .denied(let reason) = refusal, response.isOverLimit(saying: reason) else { return refusal }
        return .throttled(response.retryTime, reason)
    }
}

extension Endpoint {
    fileprivate func page(_ page: PageRequest, of provider: ProviderInfo) throws(ProviderError) -> Endpoint {
        let number = try page.number(of: provider)
        return query("page", .text("\(number)"))
            .query("per_page", .text("\(page.bounded(by: provider.terms).size)"))
    }
}

extension DraftReader {
    fileprivate mutating func readPhotos(in list: JSONValue) {
        let records = records(in: list)
        compare(records, with: UnsplashPhoto.shape)
        for record in records {
            read(record) { (photo) throws(ProviderError) in try UnsplashPhoto(photo).draft }
        }
    }
}

extension Item {
    /// Returns the item with only the file whose download is permitted.
    fileprivate func draft(withFileOf leave: JSONValue) throws(ProviderError) -> Draft {
        var draft = Draft(localID: id.local, kind: .photo, title: title, page: pageURL)
        draft.creator = creator.fact
        draft.licence = licence.fact
        draft.renditions = [Rendition(.original, at: try leave["url"].required(\.webURL))]
        return draft
    }
}

extension WebURL {
    /// Returns the link with the parameters that identify the application to Unsplash.
    fileprivate func referring(from application: String) -> WebURL {
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let page = String(text[..<end])
        let separator = page.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        let source = PercentEncoding.encode(application)
        let address = String(
            joining: [
                page, separator, "utm_source=", source, "&utm_medium=referral", String(text[end...]),
            ])
        return WebURL(address) ?? self
    }
}

extension Order {
    /// The service's word for the order; nil for its default.
    fileprivate var word: String? {
        switch self {
        case .relevance: nil
        case .newest: "latest"
        case .interesting: "editorial"
        }
    }
}

extension Filter.Content {
    fileprivate var word: String {
        switch self {
        case .safe: "high"
        case .any: "low"
        }
    }
}

extension Filter.Orientation {
    fileprivate var word: String {
        switch self {
        case .landscape: "landscape"
        case .portrait: "portrait"
        case .square: "squarish"
        }
    }
}

extension WebURL {
    fileprivate func appending(_ step: String) throws(ProviderError) -> WebURL {
        guard let url = WebURL(text + step) else {
            throw .unanswerable("The address of the photo is too long.")
        }
        return url
    }
}

extension Response {
    /// Indicates whether the limit was exceeded. The service then answers 403 with `Rate Limit Exceeded` as plain text.
    fileprivate func isOverLimit(saying words: String) -> Bool {
        status == 403
            && (words.lowercased().contains("rate limit") || headers["X-Ratelimit-Remaining"] == "0")
    }

    /// The message of a refusal: `{"errors": ["…"]}`, `{"error": "…"}` until 2015, or a line of plain text.
    fileprivate var sentence: String? {
        guard let root = try? json().root else { return line }
        let errors = root["errors"].elements.compactMap(\.text)
        return (errors.isEmpty ? root["error"].text : errors.joined(separator: " "))?.short
    }

    private var line: String? {
        guard body.count <= 200, let text = String(validating: body, as: UTF8.self), !text.contains("<")
        else {
            return nil
        }
        let line = text.trimmingWhitespace()
        return line.isEmpty ? nil : String(line).short
    }
}

extension String {
    fileprivate var short: String { String(onOneLine.prefix(200)) }
}
