internal import HTTPServer

/// Wikimedia Commons' API as far as searches, lists and single files go.
struct CommonsService: SandboxService {
    private let files: [CommonsFile]
    private let places: [String: Int]
    private let catalogue: Catalogue
    let hosts = ["commons.wikimedia.org"]

    init(catalogue: Catalogue) {
        self.catalogue = catalogue
        files = catalogue.items.enumerated().map { CommonsFile(of: $1, at: $0) }
        places = Dictionary(files.map { ($0.item.id, $0.place) }) { first, _ in first }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard request.path == "/w/api.php", request["action"] == "query", request["format"] == "json" else {
            return .html("Wikimedia Commons, played by the sandbox", "<p>Nothing is here.</p>", status: 404)
        }
        let answer =
            switch request["generator"] {
            case "categorymembers": featured(request)
            case "images": pictureOfTheDay(request)
            default: request["pageids"].map { pages($0, request) } ?? search(request)
            }
        var response = HTTPServerResponse.json(answer.body)
        if answer.isError { response.headers["MediaWiki-API-Error"] = "missingparam" }
        response.headers["Content-Type"] = "application/json; charset=utf-8"
        response.headers["Cache-Control"] = Self.cacheControl(of: request, isError: answer.isError)
        return response
    }

    private typealias Answer = (body: JSONLiteral, isError: Bool)

    /// What MediaWiki lets others keep: nothing, unless the request says for how long. Errors are never kept.
    private static func cacheControl(of request: SandboxRequest, isError: Bool) -> String {
        let (own, shared) = (request["maxage"].flatMap { Int($0) }, request["smaxage"].flatMap { Int($0) })
        guard !isError, own ?? 0 > 0 || shared ?? 0 > 0 else {
            return "private, must-revalidate, max-age=0"
        }
        return "s-maxage=\(shared ?? 0), max-age=\(own ?? 0), public"
    }

    private func search(_ request: SandboxRequest) -> Answer {
        guard let text = request["gsrsearch"] else {
            let info = "The \"gsrsearch\" parameter must be set."
            return (["error": ["code": "missingparam", "info": .string(info)]], true)
        }
        let words = text.split(separator: " ").filter { !$0.hasPrefix("filetype:") }.joined(separator: " ")
        let size = request.number("gsrlimit", usually: 10, in: 1...500)
        let offset = request.number("gsroffset", usually: 0, in: 0...10_000)
        let found = catalogue.matches(for: words).compactMap { places[$0.item.id] }
        let shown = Array(found.dropFirst(offset).prefix(size))
        let next: JSONLiteral? =
            offset + size < found.count
            ? ["gsroffset": .number(offset + size), "continue": "gsroffset||"] : nil
        // Pages come in the order of their ids; how well each fits is its index.
        let ranked = shown.enumerated().sorted { files[$0.element].pageID < files[$1.element].pageID }
        return (
            list(
                ranked.map { files[$0.element].json(index: offset + $0.offset + 1, copyWide: request.width) },
                next),
            false
        )
    }

    /// The files of a category, the latest first page by page, each page in the order of its ids.
    private func featured(_ request: SandboxRequest) -> Answer {
        let all = files.filter(\.isFeatured).reversed()
        let size = request.number("gcmlimit", usually: 10, in: 1...500)
        let start = request["gcmcontinue"].flatMap { $0.split(separator: "|").last.flatMap { Int($0) } }
        let rest = all.drop { start != nil && $0.pageID != start }
        let next: JSONLiteral? = rest.dropFirst(size).first.map {
            ["gcmcontinue": .string("2026-05-31 10:00:00|\($0.pageID)"), "continue": "gcmcontinue||"]
        }
        let shown = rest.prefix(size).sorted { $0.pageID < $1.pageID }
        return (list(shown.map { $0.json(copyWide: request.width) }, next), false)
    }

    /// The file that the template of a day shows; there are none before November 2004.
    private func pictureOfTheDay(_ request: SandboxRequest) -> Answer {
        let day = request["titles"].flatMap { $0.split(separator: "/").last.map(String.init) } ?? ""
        let all = files.filter(\.isFeatured)
        guard day >= "2004-11-01", !all.isEmpty else { return (list([], nil), false) }
        let file = all[Int(day.stableHash % UInt64(all.count))]
        return (list([file.json(copyWide: request.width)], nil), false)
    }

    private func pages(_ ids: String, _ request: SandboxRequest) -> Answer {
        let pages = ids.split(separator: "|").compactMap { Int($0) }.map { id -> JSONLiteral in
            let place = CommonsFile.place(ofPage: id)
            guard files.indices.contains(place) else { return ["pageid": .number(id), "missing": true] }
            return files[place].json(copyWide: request.width)
        }
        return (["batchcomplete": true, "query": ["pages": .array(pages)]], false)
    }

    /// Nothing at all is said of what is not found.
    private func list(_ pages: [JSONLiteral], _ next: JSONLiteral?) -> JSONLiteral {
        var members: [(String, JSONLiteral)] = [("batchcomplete", true)]
        if let next { members.append(("continue", next)) }
        if !pages.isEmpty { members.append(("query", ["pages": .array(pages)])) }
        return .object(members)
    }
}

extension SandboxRequest {
    /// How wide a copy of each file is asked for.
    fileprivate var width: Int? { self["iiurlwidth"].flatMap { Int($0) } }
}
