internal import HTTPServer

/// DuckDuckGo's Instant Answer service, with one address, no key, and an empty answer to unknown queries.
struct InstantAnswerService: SandboxService {
    let catalogue: Catalogue
    let hosts = ["api.duckduckgo.com"]

    private static let longestList = 40

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let query = request["q"] ?? ""
        let bang = bangTarget(query)
        if let bang, request["no_redirect"] != "1" {
            return HTTPServerResponse(status: 302, headers: ["Location": bang])
        }
        guard request["format"] == "json" || request["o"] == "json" else {
            return .html("\(query) at DuckDuckGo", "<p>All results on one page, for people.</p>")
        }
        let answer = bang.map(InstantAnswer.redirect) ?? answer(to: query, request)
        let isPretty = request["pretty"] == "1"
        return Self.script(isPretty ? answer.json.pretty : answer.json.text, callback: request["callback"])
    }

    private func answer(to query: String, _ request: SandboxRequest) -> InstantAnswer {
        if let direct = InstantAnswer.direct(query) { return direct }
        let matches = catalogue.matches(for: query)
        let isExact = matches.first?.relevance == .exact
        if !isExact, let category = catalogue.category(named: query) {
            return .category(category, in: catalogue)
        }
        let named = matches.filter { $0.relevance >= .tagged }
        let items = (named.isEmpty ? matches : named).map(\.item)
        guard let first = items.first else { return .empty }
        if isExact || items.count == 1 || request["skip_disambig"] == "1" {
            return .article(first, in: catalogue, keepsHTML: request["no_html"] != "1")
        }
        return .disambiguation(query, Array(items.prefix(Self.longestList)))
    }

    /// Returns the target of a query such as `!w owl`; nil if no word starts with an exclamation mark.
    private func bangTarget(_ query: String) -> String? {
        let words = query.split(separator: " ")
        guard words.contains(where: { $0.hasPrefix("!") && $0.count > 1 }) else { return nil }
        let rest = words.filter { !$0.hasPrefix("!") }.joined(separator: " ")
        return "https://\(Encyclopaedia.host)/?search=\(PagePath.encoded(rest))"
    }

    private static func script(_ json: String, callback: String?) -> HTTPServerResponse {
        let isName = callback?.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } ?? false
        let body = isName ? "\(callback ?? "")(\(json));" : json
        return HTTPServerResponse(
            headers: [
                "Content-Type": "application/x-javascript; charset=UTF-8", "Cache-Control": "max-age=1",
            ], body: .bytes(Array(body.utf8)))
    }
}

/// DuckDuckGo's website: the pictures, icons and topic pages to which answers refer.
struct DuckDuckGoSite: SandboxService {
    let catalogue: Catalogue
    let hosts = ["duckduckgo.com", "i.duckduckgo.com", "i.duck.co"]

    static func page(titled title: String) -> String {
        "https://duckduckgo.com/\(PagePath.encoded(title))"
    }

    /// Returns the file name of an item's picture: eight digits derived from its id.
    static func picture(of item: CatalogueItem) -> String {
        let digits = String(UInt32(truncatingIfNeeded: item.id.stableHash), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits + ".png"
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        if request.path.hasPrefix("/i/") { return picture(String(request.path.dropFirst(3)), request) }
        if let item = PagePath.item(at: request.path.dropFirst(), in: catalogue) {
            return .html(item.title, "<p>\(HTML.escaped(item.summary))</p>")
        }
        return .html("DuckDuckGo, simulated by the sandbox", "<p>Nothing is here.</p>", status: 404)
    }

    private func picture(_ name: String, _ request: SandboxRequest) -> HTTPServerResponse {
        if name.hasSuffix(".png") { return PictureServing.png(named: name, for: request) }
        if name.hasSuffix(".ico") { return PictureServing.icon(named: name, for: request) }
        return .text("No such picture.\n", status: 404)
    }
}

/// The article pages that answers credit.
struct Encyclopaedia: SandboxService {
    let catalogue: Catalogue
    let hosts = [Encyclopaedia.host]

    static let host = "encyclopaedia.example"
    static let name = "Encyclopaedia"

    static func page(titled title: String) -> String {
        "https://\(host)/wiki/\(PagePath.encoded(title))"
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        if let item = PagePath.item(at: request.path.dropFirst("/wiki/".count), in: catalogue) {
            return .html(item.title, item.sentences.map { "<p>\(HTML.escaped($0))</p>" }.joined())
        }
        let query = request["search"] ?? ""
        return .html(Self.name, "<p>You searched for “\(HTML.escaped(query))”.</p>")
    }
}

/// Titles as the last component of a page's URL: underscores replace spaces, and special characters are
/// percent-encoded.
enum PagePath {
    static func encoded(_ title: String) -> String {
        title.utf8.reduce(into: "") { path, byte in
            let scalar = Unicode.Scalar(byte)
            if scalar == " " {
                path += "_"
            } else if scalar.properties.isAlphabetic && scalar.isASCII
                || "0123456789-_.~()".unicodeScalars.contains(scalar)
            {
                path.unicodeScalars.append(scalar)
            } else {
                path += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    static func item(at path: Substring, in catalogue: Catalogue) -> CatalogueItem? {
        catalogue.item(
            id: Words.all(in: path.map { $0 == "_" ? " " : String($0) }.joined()).joined(separator: "-"))
    }
}
