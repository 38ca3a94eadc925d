internal import HTTPServer

/// Flickr's REST service: one address, a method by its name, a key in the query, and failures with status 200.
struct FlickrService: SandboxService {
    let library: FlickrLibrary
    let hosts = ["api.flickr.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard request.path == "/services/rest/" || request.path == "/services/rest" else {
            return .html("Flickr, played by the sandbox", "<p>Nothing is here.</p>", status: 404)
        }
        let answer = answer(to: request)
        guard request["format"] == "json" else { return Self.xml(answer) }
        return Self.script(answer, isBare: request["nojsoncallback"] == "1")
    }

    /// What a call leads to: its result under its name, or why there is none.
    enum Answer {
        case success(String, JSONLiteral, extra: JSONLiteral? = nil)
        case failure(Int, String)
    }

    private func answer(to request: SandboxRequest) -> Answer {
        guard let key = request["api_key"], key.hasPrefix("sandbox-") else {
            return .failure(100, "Invalid API Key (Key has invalid format)")
        }
        switch request["method"] ?? "" {
        case "flickr.photos.search": return search(request)
        case "flickr.interestingness.getList": return interesting(request)
        case "flickr.photos.getInfo": return photo(request) { .success("photo", $0.details) }
        case "flickr.photos.getSizes": return photo(request) { .success("sizes", $0.sizes) }
        case "flickr.photos.licenses.getInfo": return .success("licenses", FlickrLicences.table)
        case let method: return .failure(112, "Method \"\(method)\" not found")
        }
    }

    // MARK: - Methods

    private func search(_ request: SandboxRequest) -> Answer {
        guard let text = request["text"] ?? request["tags"] else {
            let advice = "Please use flickr.photos.getRecent instead."
            return .failure(3, "Parameterless searches have been disabled. \(advice)")
        }
        var found = library.matches(for: text)
        if let least = request["min_upload_date"].flatMap({ Int($0) }) {
            found.removeAll { $0.uploaded < least }
        }
        if let most = request["max_upload_date"].flatMap({ Int($0) }) {
            found.removeAll { $0.uploaded > most }
        }
        if request["media"] == "photos" { found.removeAll(where: \.isVideo) }
        if let licences = request["license"] {
            let wanted = licences.split(separator: ",").compactMap { Int($0) }
            found.removeAll { !wanted.contains($0.licence) }
        }
        switch request["sort"] {
        case "relevance": break
        case "interestingness-desc": found.sort { ($0.views, $0.id) > ($1.views, $1.id) }
        default: found.sort { ($0.uploaded, $0.id) > ($1.uploaded, $1.id) }
        }
        // The total of a search was a text for years, and is one here.
        return .success("photos", FlickrWindow(request).list(of: found) { .string("\($0)") })
    }

    private func interesting(_ request: SandboxRequest) -> Answer {
        let day = request["date"] ?? Self.latestDay
        guard day.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil else {
            return .failure(1, "Not a valid date string")
        }
        let found = day <= Self.latestDay ? library.interesting(on: day) : []
        return .success(
            "photos", FlickrWindow(request).list(of: found) { .number($0) },
            extra: ["explore_date": .string(day), "next_prelude_interval": 15796])
    }

    private func photo(_ request: SandboxRequest, _ answer: (FlickrPhotograph) -> Answer) -> Answer {
        guard let photograph = request["photo_id"].flatMap({ library[$0] }) else {
            return .failure(1, "Photo not found")
        }
        return answer(photograph)
    }

    /// The last day that has a list; time stands still here.
    static let latestDay = "2024-06-30"
}

// MARK: - Writing

extension FlickrService {
    private static func script(_ answer: Answer, isBare: Bool) -> HTTPServerResponse {
        let (json, type): (JSONLiteral, String) =
            switch answer {
            case .success(let name, let result, let extra):
                (
                    .object([(name, result)] + (extra.map { [("extra", $0)] } ?? []) + [("stat", "ok")]),
                    "application/json"
                )
            case .failure(let code, let message):
                (["stat": "fail", "code": .number(code), "message": .string(message)], "text/plain")
            }
        let body = isBare ? json.bytes() : Array("jsonFlickrApi(".utf8) + json.bytes() + Array(")".utf8)
        return HTTPServerResponse(
            headers: ["Content-Type": "\(type); charset=utf-8", "Cache-Control": "private"],
            body: .bytes(body))
    }

    /// What comes when nobody asks for JSON; of results only that there are some.
    private static func xml(_ answer: Answer) -> HTTPServerResponse {
        let content: String =
            switch answer {
            case .success(let name, _, _): "<rsp stat=\"ok\">\n<\(name) />"
            case .failure(let code, let message):
                "<rsp stat=\"fail\">\n<err code=\"\(code)\" msg=\"\(HTML.escaped(message))\" />"
            }
        let text = "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n\(content)\n</rsp>\n"
        return HTTPServerResponse(
            headers: ["Content-Type": "text/xml; charset=utf-8"], body: .bytes(Array(text.utf8)))
    }
}

/// Flickr's own site, as far as credits point at it: pages of photos and of people.
struct FlickrSite: SandboxService {
    let library: FlickrLibrary
    let hosts = ["www.flickr.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.path.split(separator: "/").map(String.init)
        if steps.count >= 3, steps[0] == "photos", let photograph = library[steps[2]] {
            let title = photograph.title.isEmpty ? "Untitled" : photograph.title
            return .html(title, "<p>By \(HTML.escaped(photograph.item.person)).</p>")
        }
        if steps.count == 2, steps[0] == "people",
            let photograph = library.photographs.first(where: { $0.owner == steps[1] })
        {
            return .html(photograph.item.person, "<p>Takes photos.</p>")
        }
        return .html("Flickr, played by the sandbox", "<p>Nothing is here.</p>", status: 404)
    }
}

/// The hosts of Flickr's files: one for all today, one a farm in days gone by.
struct FlickrFiles: SandboxService {
    let library: FlickrLibrary
    let hosts =
        ["live.staticflickr.com"]
        + (1...9).flatMap { ["farm\($0).staticflickr.com", "farm\($0).static.flickr.com"] }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let name = request.path.split(separator: "/").last.map(String.init) ?? ""
        guard let size = size(ofFile: name) else { return .text("No such file.\n", status: 404) }
        return PictureServing.png(named: String(name.prefix { $0 != "_" }), size: size, for: request)
    }

    /// The size of `ID_SECRET_z.jpg`; nil unless the secret is right.
    private func size(ofFile name: String) -> PictureSize? {
        let parts = name.prefix { $0 != "." }.split(separator: "_").map(String.init)
        guard (2...3).contains(parts.count), name.hasSuffix(".jpg"), let photograph = library[parts[0]] else {
            return nil
        }
        let suffix = parts.count == 3 ? parts[2] : ""
        if suffix == "o" { return parts[1] == photograph.originalSecret ? photograph.original : nil }
        let file = photograph.files.first { $0.suffix == suffix }
        guard let file, parts[1] == photograph.secret(of: file) else { return nil }
        return photograph.pixels(of: file)
    }
}

/// Which part of a list a call wants.
struct FlickrWindow: Sendable {
    private let number: Int
    private let size: Int
    private let extras: Set<String>

    init(_ request: SandboxRequest) {
        number = max(1, request["page"].flatMap { Int($0) } ?? 1)
        size = min(500, max(1, request["per_page"].flatMap { Int($0) } ?? 100))
        extras = Set((request["extras"] ?? "").split(separator: ",").map(String.init))
    }

    /// A page of photos. Behind the last page the last one comes again, as at the real service.
    func list(of photographs: [FlickrPhotograph], total: (Int) -> JSONLiteral) -> JSONLiteral {
        let pageCount = (photographs.count + size - 1) / size
        let number = min(number, max(1, pageCount))
        let page = photographs.dropFirst((number - 1) * size).prefix(size)
        // A photo that was taken away since the list was made is missing from its page.
        let shown = page.count == size && size > 10 ? page.dropLast() : page
        return [
            "page": .number(number), "pages": .number(pageCount), "perpage": .number(size),
            "total": total(photographs.count), "photo": .array(shown.map { $0.record(extras) }),
        ]
    }
}

/// The photographs that the played Flickr has: two of each thing of the catalogue.
struct FlickrLibrary: Sendable {
    let photographs: [FlickrPhotograph]
    private let catalogue: Catalogue
    private let places: [String: Int]

    private static let photographsEach = 2

    init(catalogue: Catalogue) {
        self.catalogue = catalogue
        photographs = catalogue.items.flatMap(Self.photographs)
        places = Dictionary(photographs.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    private static func photographs(of item: CatalogueItem) -> [FlickrPhotograph] {
        (0..<photographsEach).map { FlickrPhotograph($0, of: item) }
    }

    /// The photos of what answers the words, the best first.
    func matches(for words: String) -> [FlickrPhotograph] {
        catalogue.matches(for: words).flatMap { Self.photographs(of: $0.item) }
    }

    subscript(id: String) -> FlickrPhotograph? { places[id].map { photographs[$0] } }

    /// What was found interesting on a day: as many on each day, others on another.
    func interesting(on day: String) -> [FlickrPhotograph] {
        photographs.map { ("\(day) \($0.id)".stableHash, $0) }.sorted { $0.0 < $1.0 }
            .prefix(Self.interestingCount).map(\.1)
    }

    /// The real service has 500.
    private static let interestingCount = 100
}
