public import ForageCore

/// Unsplash: photos from a search or a list, with details and credits in accordance with the guidelines.
public struct UnsplashProvider: Provider {
    private let applicationName: String

    /// Creates a provider.
    ///
    /// - Parameter applicationName: The name of the application in links to Unsplash.
    public init(applicationName: String = "forage") {
        self.applicationName = applicationName
    }

    /// The description of the provider, with the links that name the application.
    public var info: ProviderInfo {
        var info = Self.registration.info
        info.terms.referral = "utm_source=\(PercentEncoding.encode(applicationName))&utm_medium=referral"
        return info
    }

    /// Creates the request for a page of photos, for one photo, or for permission to download one.
    public func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        let endpoint =
            switch request {
            case .search(let query, let page): try search(query).page(page, of: info)
            case .browse(let browse, let page): try listing(browse).page(page, of: info)
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
            reader.readEach(in: root["results"], as: UnsplashPhoto.draft)
            let (total, pageCount) = (root["total"].int, root["total_pages"].int)
            return .page(try reader.page(page, of: response, total: total, pageCount: pageCount))
        case .browse(_, let page):
            reader.readEach(in: root, as: UnsplashPhoto.draft)
            return .page(try reader.page(page, of: response, total: response.headers.number("X-Total")))
        case .details: reader.read(root, as: UnsplashPhoto.fullDraft)
        case .download(let item):
            reader.read(root) { (permission) throws(ProviderError) in
                try item.draft(withFileOf: permission)
            }
        }
        return .page(try reader.page())
    }

    /// Credits the photographer and Unsplash. A photo without a title is simply a photo.
    public func attribution(for draft: Draft) -> Attribution {
        var credit = info.attribution(for: draft)
        if draft.title == UnsplashPhoto.title(by: draft.creator) { credit.title = "Photo" }
        credit.source = NamedLink("Unsplash", credit.source.url)
        return credit
    }
}

// MARK: - Requests

extension UnsplashProvider {
    /// Creates a search with the service's words for the filters and the order.
    private func search(_ query: Query) -> Endpoint {
        .get("https://api.unsplash.com/search/photos")
            .query("query", .text(query.text))
            .query("content_filter", query.content, [.safe: "high", .any: "low"])
            .query("order_by", query.order, [.newest: "latest", .interesting: "editorial"])
            .query("orientation", query.filters.orientation, Self.orientations)
            .query("color", query.filters.hue?.rawValue)
    }

    private static let orientations: [Filter.Orientation: String] = [
        .landscape: "landscape", .portrait: "portrait", .square: "squarish",
    ]

    /// Creates the request for the list of all photos, which cannot be filtered by colour.
    private func listing(_ browse: Browse) throws(ProviderError) -> Endpoint {
        guard browse.filters.hue == nil else {
            throw .unanswerable("Unsplash cannot filter its list by colour; search for something instead.")
        }
        return .get("https://api.unsplash.com/photos")
    }

    private func address(of item: ItemID, _ step: String = "") throws(ProviderError) -> WebURL {
        // A path component that consists of dots would change the folder.
        guard !item.local.allSatisfy({ $0 == "." }),
            let url = WebURL("https://api.unsplash.com/photos/\(PercentEncoding.encode(item.local))\(step)")
        else {
            throw .unanswerable(
                "“\(item)” is not a photo of Unsplash; its IDs look like unsplash:eOLpJytrbsQ.")
        }
        return url
    }

    /// Returns the address that permits the download of a photo: the one in the photo's record, if it belongs to
    /// Unsplash.
    ///
    /// Its query states where the photo was found, so the address is not changed.
    private func downloadAddress(of item: Item) throws(ProviderError) -> WebURL {
        if let notice = item.downloadNotice, info.origins.contains(notice.origin) { return notice }
        return try address(of: item.id, "/download")
    }
}

// MARK: - Answers

extension DraftReader {
    /// Returns a page of a list, whose size the service may have reduced.
    fileprivate func page(
        _ request: PageRequest, of response: Response, total: Int?, pageCount: Int? = nil
    ) throws(ProviderError) -> Page {
        var request = request
        request.size = response.headers.number("X-Per-Page") ?? request.size
        let total = total.flatMap { $0 >= 0 ? $0 : nil }
        let next = request.next(total: total, pageCount: pageCount, linked: response.nextPageNumber)
        return try page(next: isEmpty ? nil : next, total: total)
    }
}

extension Headers {
    fileprivate func number(_ name: String) -> Int? { self[name].flatMap { Int($0) } }
}

extension Item {
    /// Returns the item with only the file whose download is permitted.
    fileprivate func draft(withFileOf permission: Field) throws(ProviderError) -> Draft {
        var draft = Draft(localID: id.local, kind: .photo, title: title, page: pageURL)
        draft.creator = creator.fact
        draft.licence = licence.fact
        draft.renditions = [Rendition(.original, at: try permission["url"].required(\.webURL))]
        return draft
    }
}
