public import ForageCore
internal import JSON

/// Unsplash's photos: searched, listed, shown with everything known of them, and credited as its guidelines ask.
public struct UnsplashProvider: Provider {
    let applicationName: String

    /// Makes a provider.
    ///
    /// - Parameter applicationName: The name that links back to Unsplash give of the application.
    public init(applicationName: String = "forage") {
        self.applicationName = applicationName
    }

    /// What it is.
    public var about: About { Self.registration.about }

    /// Asks for a page of photos, for one photo, or for leave to take one.
    public func endpoint(for request: ProviderRequest) throws(Unanswerable) -> Endpoint {
        let endpoint =
            switch request {
            case .search(let query, let page):
                search(query).page(try number(of: page), of: page.bounded(by: about.terms))
            case .browse(let browse, let page):
                try listing(browse).page(try number(of: page), of: page.bounded(by: about.terms))
            case .details(let item): Endpoint.get(try address(of: item))
            case .download(let item): Endpoint.get(try downloadAddress(of: item))
            }
        return endpoint.header("Accept-Version", "v1").header(
            "Authorization", "Client-ID ", .key("accessKey"))
    }

    /// Reads photos, in the order of the service.
    public func decode(_ response: Response, for request: ProviderRequest) throws(DecodingFault) -> Step {
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
            reader.read(root) { (photo) throws(MissingField) in try UnsplashPhoto(photo).draft }
        case .download(let item):
            reader.read(root) { (leave) throws(MissingField) in try item.draft(withFileOf: leave) }
        }
        return .page(try reader.page())
    }

    /// Credits the photographer and Unsplash, each with the link that the guidelines ask for.
    public func attribution(for draft: Draft) -> Attribution {
        let title = draft.title == UnsplashPhoto.title(by: draft.creator) ? "Photo" : draft.title
        let creator = draft.creator.flatMap { creator in
            Creator(name: creator.name, url: creator.url?.referring(from: applicationName))
        }
        return Attribution(
            title: title, page: draft.page.referring(from: applicationName),
            source: NamedLink("Unsplash", about.site.referring(from: applicationName)),
            creator: Stated(creator), licence: Stated(draft.licence))
    }
}

extension DraftReader {
    fileprivate mutating func readPhotos(in list: JSONValue) {
        let records = records(in: list)
        compare(records, with: UnsplashPhoto.shape)
        for record in records {
            read(record) { (photo) throws(MissingField) in try UnsplashPhoto(photo).draft }
        }
    }
}

extension Item {
    /// The item with nothing but the file that may now be taken.
    fileprivate func draft(withFileOf leave: JSONValue) throws(MissingField) -> Draft {
        var draft = Draft(localID: id.local, kind: .photo, title: title, page: pageURL)
        draft.creator = creator.fact
        draft.licence = licence.fact
        draft.renditions = [Rendition(.original, at: try leave["url"].required(\.webURL))]
        return draft
    }
}

extension WebURL {
    /// The link with the words that tell Unsplash who sends its visitors.
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
