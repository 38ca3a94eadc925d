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
