internal import HTTPServer

/// Flickr's REST service, with one address, a method name and a key in the query, and failures with status 200.
struct FlickrService: SandboxService {
    let library: FlickrLibrary
    let hosts = ["api.flickr.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard request.path == "/services/rest/" || request.path == "/services/rest" else {
            return .html("Flickr, simulated by the sandbox", "<p>Nothing is here.</p>", status: 404)
        }
        let answer = answer(to: request)
        guard request["format"] == "json" else { return Self.xml(answer) }
        return Self.script(answer, isBare: request["nojsoncallback"] == "1")
    }

    /// The result of a call with its name, or the reason why there is none.
    enum Answer {
        case success(String, JSONText, extra: JSONText? = nil)
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
        let least = request.number("min_upload_date") ?? .min
        let most = request.number("max_upload_date") ?? .max
        found.removeAll { $0.uploaded < least || $0.uploaded > most }
        if request["media"] == "photos" { found.removeAll(where: \.isVideo) }
        if request["license"] != nil {
            let wanted = request.list("license")
            found.removeAll { !wanted.contains("\($0.licence)") }
        }
        switch request["sort"] {
        case "relevance": break
        case "interestingness-desc": found.sort { ($0.views, $0.id) > ($1.views, $1.id) }
        default: found.sort { ($0.uploaded, $0.id) > ($1.uploaded, $1.id) }
        }
        // In the real service the total of a search was a text for years, as it is here.
        return .success("photos", FlickrWindow(request).list(of: found) { "\($0)".json })
    }

    private func interesting(_ request: SandboxRequest) -> Answer {
        let day = request["date"] ?? Self.latestDay
        guard day.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil else {
            return .failure(1, "Not a valid date string")
        }
        let found = day <= Self.latestDay ? library.interesting(on: day) : []
        return .success(
            "photos", FlickrWindow(request).list(of: found) { $0.json },
            extra: #"{"explore_date":\#(day),"next_prelude_interval":15796}"#)
    }

    private func photo(_ request: SandboxRequest, _ answer: (FlickrPhotograph) -> Answer) -> Answer {
        guard let photograph = request["photo_id"].flatMap({ library[$0] }) else {
            return .failure(1, "Photo not found")
        }
        return answer(photograph)
    }

    /// The last day with a list; the simulated date never changes.
    static let latestDay = "2024-06-30"
}

// MARK: - Writing

extension FlickrService {
    private static func script(_ answer: Answer, isBare: Bool) -> HTTPServerResponse {
        let (json, type): (JSONText, String) =
            switch answer {
            case .success(let name, let result, let extra):
                ("{\(name):\(result)\(member: "extra", extra),\"stat\":\"ok\"}", "application/json")
            case .failure(let code, let message):
                (#"{"stat":"fail","code":\#(code),"message":\#(message)}"#, "text/plain")
            }
        let body = isBare ? json.text : "jsonFlickrApi(\(json.text))"
        return HTTPServerResponse(
            headers: ["Content-Type": "\(type); charset=utf-8", "Cache-Control": "private"],
            body: .bytes(Array(body.utf8)))
    }

    /// Returns the answer if JSON is not requested. A result is reduced to its name.
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

/// Flickr's website: the pages of photos and people to which credits refer.
struct FlickrSite: SandboxService {
    let library: FlickrLibrary
    let hosts = ["www.flickr.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.steps
        if steps.count >= 3, steps[0] == "photos", let photograph = library[steps[2]] {
            let title = photograph.title.isEmpty ? "Untitled" : photograph.title
            return .html(title, "<p>By \(HTML.escaped(photograph.item.person)).</p>")
        }
        if steps.count == 2, steps[0] == "people",
            let photograph = library.all.first(where: { $0.owner == steps[1] })
        {
            return .html(photograph.item.person, "<p>Takes photos.</p>")
        }
        return .html("Flickr, simulated by the sandbox", "<p>Nothing is here.</p>", status: 404)
    }
}

/// The hosts of Flickr's files: the current one, and the former ones for each farm.
struct FlickrFiles: SandboxService {
    let library: FlickrLibrary
    let hosts =
        ["live.staticflickr.com"]
        + (1...9).flatMap { ["farm\($0).staticflickr.com", "farm\($0).static.flickr.com"] }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let name = request.steps.last ?? ""
        guard let size = size(ofFile: name) else { return .text("No such file.\n", status: 404) }
        let id = String(name.prefix { $0 != "_" })
        return PictureServing.png(named: id, of: library[id]?.item, size: size, for: request)
    }

    /// Returns the size for a name such as `ID_SECRET_z.jpg`; nil if the secret is wrong.
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

/// The requested part of a list.
struct FlickrWindow: Sendable {
    private let number: Int
    private let size: Int
    private let extras: Set<String>

    init(_ request: SandboxRequest) {
        number = request.number("page", usually: 1, in: 1...(.max))
        size = request.number("per_page", usually: 100, in: 1...500)
        extras = Set(request.list("extras"))
    }

    /// Returns a page of photos. After the last page, the last one is repeated, as in the real service.
    func list(of photographs: [FlickrPhotograph], total: (Int) -> JSONText) -> JSONText {
        let pageCount = photographs.pageCount(of: size)
        let number = min(number, max(1, pageCount))
        let page = photographs.page(number, of: size)
        // A photo that was deleted after the list was created is missing from its page.
        let shown = page.count == size && size > 10 ? page.dropLast() : page
        return """
            {"page":\(number),"pages":\(pageCount),"perpage":\(size),"total":\(total(photographs.count)),
            "photo":\(shown.map { $0.record(extras) })}
            """
    }
}

/// The photographs of the simulated Flickr: two of each item of the catalogue.
typealias FlickrLibrary = RecordLibrary<FlickrPhotograph>

extension FlickrLibrary {
    init(catalogue: Catalogue) {
        self.init(catalogue, names: { [$0.id] }) { item, _ in
            (0..<2).map { FlickrPhotograph($0, of: item) }
        }
    }

    /// Returns the interesting photographs of a day. Their number is always the same, but the selection changes.
    func interesting(on day: String) -> [FlickrPhotograph] {
        // The real service has 500.
        all.map { ("\(day) \($0.id)".stableHash, $0) }.sorted { $0.0 < $1.0 }.prefix(100).map(\.1)
    }
}
