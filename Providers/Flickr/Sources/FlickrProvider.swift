public import ForageCore
internal import JSON
internal import Platform

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
        case .search(let query, let page): return try .search(query).listing(try FlickrPageNumber(page))
        case .browse(let browse, let page): return .browse(browse).listing(try FlickrPageNumber(page))
        case .details(let item): return .flickr("flickr.photos.getInfo").query("photo_id", .text(item.local))
        case .download: throw .unsupported(request, by: info)
        }
    }

    /// Decodes a list of photos. For a single photo, it first requests the sizes.
    public func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        switch request {
        case .search(_, let page): return .page(try list(response, page, of: FlickrPageNumber.greatestFound))
        case .browse(_, let page): return .page(try list(response, page, of: .max))
        case .details: return try details(response)
        case .download: throw .unreadable("Flickr does not ask to be told of downloads.")
        }
    }

    /// Returns the refusal in an answer, including failures with status 200.
    public func refusal(in response: Response) -> Refusal? {
        Refusal(byStatusOf: response) ?? FlickrFailure(response.body)?.refusal
    }
}

/// The number of a page in the service's numbering.
struct FlickrPageNumber {
    let number: Int
    let size: Int

    /// The maximum number of search results, whatever the stated total is. Further pages repeat the last one.
    static let greatestFound = 4_000

    init(_ request: PageRequest) throws(ProviderError) {
        number = try request.number(in: 1...100_000, of: FlickrProvider.registration.info)
        size = request.size
    }

    /// Returns the next page. A short page need not be the last.
    func next(after photos: JSONValue, of greatestCount: Int) -> String? {
        let pageCount = photos["pages"].flexibleInt ?? photos["total"].amount.map { ($0 - 1) / size + 1 }
        guard let pageCount, number < pageCount, number * size < greatestCount else { return nil }
        return "\(number + 1)"
    }
}

// MARK: - Requests

extension Endpoint {
    /// The additional members that are requested for each photo in a list.
    private static let extras = [
        "description", "license", "date_upload", "owner_name", "tags", "geo", "media", "url_q", "url_t",
        "url_s", "url_n", "url_w", "url_m", "url_z", "url_c", "url_l", "url_h", "url_k", "url_o",
    ]

    /// Creates a call of a method.
    fileprivate static func flickr(_ method: String) -> Endpoint {
        .get("https://api.flickr.com/services/rest/")
            .query("method", .text(method))
            .query("api_key", .key("apiKey"))
            .query("format", "json")
            .query("nojsoncallback", "1")
    }

    fileprivate static func search(_ query: Query) throws(ProviderError) -> Endpoint {
        var endpoint = flickr("flickr.photos.search").query("text", .text(query.text))
            .query("sort", .text(query.order.sort))
            .query("media", "photos")
            .query("safe_search", .text(query.content.level))
        for filter in query.filters {
            switch filter {
            case .publishedSince(let day):
                endpoint = endpoint.query("min_upload_date", .text("\(Int(day.timeIntervalSince1970))"))
            // The range includes the service's last day.
            case .publishedBefore(let day):
                endpoint = endpoint.query("max_upload_date", .text("\(Int(day.timeIntervalSince1970) - 1)"))
            case .licence(let wanted): endpoint = endpoint.query("license", .text(try numbers(of: wanted)))
            default: break
            }
        }
        return endpoint
    }

    /// Returns the service's numbers for the licences that a filter permits.
    private static func numbers(of wanted: LicenceFilter) throws(ProviderError) -> String {
        let numbers = Licence.flickrNumbers(wanted)
        guard !numbers.isEmpty else { throw .unanswerable("Flickr has no licence that is \(wanted).") }
        return numbers.map { "\($0)" }.joined(separator: ",")
    }

    fileprivate static func browse(_ browse: Browse) -> Endpoint {
        let endpoint = flickr("flickr.interestingness.getList")
        return browse.day.map { endpoint.query("date", .text("\($0)")) } ?? endpoint
    }

    fileprivate func listing(_ page: FlickrPageNumber) -> Endpoint {
        query("extras", .text(Self.extras.joined(separator: ",")))
            .query("per_page", .text("\(page.size)"))
            .query("page", .text("\(page.number)"))
    }

    /// Creates the request for the files of a photo.
    fileprivate static func sizes(of photo: String) -> Endpoint {
        flickr("flickr.photos.getSizes").query("photo_id", .text(photo))
    }

    /// The request for the table of licences.
    fileprivate static let licences = flickr("flickr.photos.licenses.getInfo")
}

extension Filter.Content {
    /// The service's level for the filter. Restricted photos are available only to users who are logged in.
    fileprivate var level: String {
        switch self {
        case .safe: "1"
        case .any: "3"
        }
    }
}

extension Order {
    fileprivate var sort: String {
        switch self {
        case .relevance: "relevance"
        case .newest: "date-posted-desc"
        case .interesting: "interestingness-desc"
        }
    }
}

// MARK: - Answers

extension FlickrProvider {
    private func list(
        _ response: Response, _ request: PageRequest, of greatestCount: Int
    ) throws(ProviderError) -> Page {
        var reader = try DraftReader(response.unwrapped())
        let photos = reader.root["photos"]
        reader.compare([photos], with: FlickrPhoto.listShape)
        let records = reader.records(in: photos["photo"])
        reader.compare(records, with: FlickrPhoto.shape)
        for photo in records {
            reader.read(photo, as: FlickrPhoto.draft)
        }
        reader.noteUnknownLicences(of: records)
        let number = try? FlickrPageNumber(request)
        return try reader.page(
            next: number?.next(after: photos, of: greatestCount), total: photos["total"].amount)
    }

    /// Decodes the details of a photo, which require two or three answers: the photo, its files and, for an unknown
    /// licence, the table of licences.
    private func details(_ response: Response) throws(ProviderError) -> Step {
        var reader = try DraftReader(response.unwrapped())
        guard reader.root["photo"].kind == .object else {
            reader.note(missing: reader.root["photo"])
            return .page(try reader.page())
        }
        reader.compare([reader.root["photo"]], with: FlickrPhoto.fullShape)
        let licence = FlickrPhoto.licence(of: reader.root["photo"])
        var photo: Draft?
        reader.read(reader.root["photo"]) { (record) throws(ProviderError) in
            photo = try FlickrPhoto.draft(of: record)
            return nil
        }
        guard var photo else { return .page(try reader.page()) }
        guard let sizes = response.following.first else {
            let isKnown = licence == nil || photo.licence != nil
            return .more([.sizes(of: photo.localID)] + (isKnown ? [] : [.licences]))
        }
        let files = reader.files(in: try sizes.unwrapped().json().root["sizes"]["size"])
        if !files.isEmpty { photo.renditions = files }
        if let licence, let table = response.following.dropFirst().first {
            photo.licence = Licence(flickr: licence, in: try table.unwrapped().json().root)
            if photo.licence == nil { reader.noteUnknownLicences(of: [reader.root["photo"]]) }
        }
        reader.add(photo)
        return .page(try reader.page())
    }
}

extension DraftReader {
    /// Records unknown licences as a change of the service. No licence is ever guessed.
    fileprivate mutating func noteUnknownLicences(of photos: [JSONValue]) {
        let unknown = photos.filter(FlickrPhoto.hasUnknownLicence)
        if let first = unknown.first { note(change: first["license"], in: unknown.count) }
    }

    /// Returns the files of a photo, from small to large. An invalid record is noted and does not affect the others.
    fileprivate mutating func files(in list: JSONValue) -> [Rendition] {
        var files: [Rendition] = []
        let records = records(in: list)
        compare(records, with: FlickrPhoto.fileShape)
        for record in records {
            do throws(ProviderError) {
                if let file = try record.sizeRecord() { files.append(file) }
            } catch {
                note(error)
            }
        }
        return files.sorted { ($0.size?.width ?? 0) < ($1.size?.width ?? 0) }
    }
}
