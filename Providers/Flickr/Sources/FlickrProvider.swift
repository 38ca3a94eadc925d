public import ForageCore
internal import Markup

/// Flickr: a search for photographs, or the interesting ones of a day.
///
/// All methods have the same address. Failures have status 200 too, so they are detected from the body.
public struct FlickrProvider: Provider {
    /// Creates a provider, which has no settings.
    public init() {}

    /// The description of the provider.
    public var info: ProviderInfo { Self.registration.info }

    /// Creates the request for a search, a day's list or one photo.
    public func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        switch request {
        case .search(let query, let page): try listing(search(query), page)
        case .browse(let browse, let page):
            try listing(.call("interestingness.getList").query("date", browse.day.map { "\($0)" }), page)
        case .details(let item): .call("photos.getInfo").query("photo_id", .text(item.local))
        case .download: throw .unsupported(request, by: info)
        }
    }

    /// Decodes a list of photos. For a single photo, it first requests the sizes.
    public func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        switch request {
        // Pages after the first 4000 results of a search repeat the last one, whatever the stated total is.
        case .search(_, let page): .page(try list(response, page, of: 4_000))
        case .browse(_, let page): .page(try list(response, page, of: .max))
        case .details: try details(response)
        case .download: throw .unsupported(request, by: info)
        }
    }

    /// Returns the refusal in an answer, including failures with status 200.
    public func refusal(in response: Response) -> Refusal? { Refusal(response) ?? response.failure }
}

// MARK: - Requests

extension FlickrProvider {
    /// Creates a search with the service's words for the filters and the order.
    private func search(_ query: Query) throws(ProviderError) -> Endpoint {
        .call("photos.search")
            .query("text", .text(query.text))
            .query("sort", query.order, Self.orders)
            .query("media", "photos")
            // Restricted photos are available only to users who are logged in.
            .query("safe_search", query.content, [.safe: "1", .any: "3"])
            .query("min_upload_date", secondsTo: query.filters.publishedSince)
            // The range includes its last second.
            .query("max_upload_date", secondsTo: query.filters.publishedBefore, adding: -1)
            .query("license", try query.filters.licence.map(Licence.flickrNumbers))
    }

    private static let orders: [Order: String] = [
        .relevance: "relevance", .newest: "date-posted-desc", .interesting: "interestingness-desc",
    ]

    /// Adds the page, and the members that are wanted of each photo.
    private func listing(_ method: Endpoint, _ page: PageRequest) throws(ProviderError) -> Endpoint {
        try method.query("extras", .text(FlickrPhoto.extras.joined(separator: ",")))
            .page(page, in: 1...100_000, of: info)
    }
}

extension Endpoint {
    /// Creates a call of a method.
    fileprivate static func call(_ method: String) -> Endpoint {
        .get("https://api.flickr.com/services/rest/").query("method", .text("flickr.\(method)"))
            .query("api_key", .key("apiKey")).query("format", "json").query("nojsoncallback", "1")
    }
}

// MARK: - Answers

extension FlickrProvider {
    private func list(
        _ response: Response, _ page: PageRequest, of greatestCount: Int
    ) throws(ProviderError) -> Page {
        var reader = try DraftReader(response.unwrapped)
        let list = reader.root["photos"]
        let photos = reader.records(in: list["photo"])
        for photo in photos { reader.read(photo, as: FlickrPhoto.draft) }
        // No licence is ever guessed.
        let unknown = photos.filter { $0.isComplete && $0.hasUnknownLicence }
        if let first = unknown.first { reader.note(change: first["license"], in: unknown.count) }
        let pageCount = list["pages"].int
        // The total of no pages is `""`.
        let total = list["total"].int ?? (pageCount == 0 ? 0 : nil)
        let next = page.next(total: total, pageCount: pageCount, greatestCount: greatestCount)
        return try reader.page(next: next, total: total)
    }

    /// Decodes the details of a photo, which require two or three answers: the photo, its files and, for an unknown
    /// licence, the table of licences.
    private func details(_ response: Response) throws(ProviderError) -> Step {
        var reader = try DraftReader(response.unwrapped)
        let photo = try reader.root["photo"].required { $0.isObject ? $0 : nil }
        guard photo.isComplete, var draft = try FlickrPhoto.fullDraft(of: photo) else {
            return .page(try reader.page())
        }
        guard let sizes = response.following.first else {
            let sizes = Endpoint.call("photos.getSizes").query("photo_id", .text(draft.localID))
            return .more([sizes] + (photo.hasUnknownLicence ? [.call("photos.licenses.getInfo")] : []))
        }
        let list = try reader.root(of: sizes.unwrapped)[ifPresent: "sizes"]["size"]
        let files = reader.values(in: list, as: FlickrPhoto.file)
        if !files.isEmpty {
            draft.renditions = files.sorted { ($0.size?.width ?? 0) < ($1.size?.width ?? 0) }
        }
        if photo.hasUnknownLicence, let table = response.following.dropFirst().first {
            let licences = try reader.root(of: table.unwrapped)["licenses"]["license"]
            let licence = licences.elements.first { $0["id"].int == photo["license"].int }
            draft.licence = licence?["name"].line.map { Licence(name: $0, url: licence?["url"].webURL) }
            if draft.licence == nil { reader.note(change: photo["license"], in: 1) }
        }
        reader.add(draft)
        return .page(try reader.page())
    }
}

extension Field {
    fileprivate var hasUnknownLicence: Bool {
        self["license"].int.map { Licence.flickr($0) == nil } ?? false
    }
}

// MARK: - Failures

extension Response {
    /// The refusal in a failure: `<rsp stat="fail"><err code="1" msg="…" /></rsp>`, or the same in JSON.
    fileprivate var failure: Refusal? {
        // Longer answers contain results.
        guard body.count <= 16 * 1024 else { return nil }
        let start = String(decoding: body.prefix(1024), as: UTF8.self)
        if let xml = start.firstMatch(of: /<rsp stat="fail">\s*<err code="(\d+)" msg="([^"]*)"/) {
            return Refusal(code: Int(xml.1), HTMLFragment(decodingEntitiesOf: String(xml.2)).text)
        }
        guard let root = try? DraftReader(unwrapped).root, root["stat"].text == "fail" else { return nil }
        return Refusal(code: root["code"].int, root["message"].line)
    }

    /// Returns the answer without the enclosing call `jsonFlickrApi(…)`.
    fileprivate var unwrapped: Response { unwrapped(from: "jsonFlickrApi") }
}

extension Refusal {
    /// Creates a refusal from a code and a message. A code has different meanings for different methods.
    fileprivate init(code: Int?, _ message: String?) {
        let sentence = "the service says “\((message ?? "no reason").prefix(200))” (code \(code ?? 0))"
        switch code {
        case 96, 97, 98, 99, 100: self = .denied("the service does not accept the key: \(sentence)")
        case 1, 15: self = sentence.contains("not found") ? .notFound(sentence) : .failed(sentence)
        default: self = Refusal(saying: sentence)
        }
    }
}
