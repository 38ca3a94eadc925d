internal import HTTPServer

/// DuckDuckGo's Instant Answer service: one address, no key, and an empty answer for what it does not know.
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
        return Self.script(answer.json.bytes(pretty: request["pretty"] == "1"), callback: request["callback"])
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
        guard let first = items.first else { return InstantAnswer() }
        if isExact || items.count == 1 || request["skip_disambig"] == "1" {
            return .article(first, in: catalogue, keepsHTML: request["no_html"] != "1")
        }
        return .disambiguation(query, Array(items.prefix(Self.longestList)))
    }

    /// Where `!w owl` leads; nil without a word that starts with an exclamation mark.
    private func bangTarget(_ query: String) -> String? {
        let words = query.split(separator: " ")
        guard words.contains(where: { $0.hasPrefix("!") && $0.count > 1 }) else { return nil }
        let rest = words.filter { !$0.hasPrefix("!") }.joined(separator: " ")
        return "https://\(Encyclopaedia.host)/?search=\(PagePath.encoded(rest))"
    }

    private static func script(_ json: [UInt8], callback: String?) -> HTTPServerResponse {
        let isName = callback?.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } ?? false
        let body = isName ? Array("\(callback ?? "")(".utf8) + json + Array(");".utf8) : json
        return HTTPServerResponse(
            headers: [
                "Content-Type": "application/x-javascript; charset=UTF-8", "Cache-Control": "max-age=1",
            ], body: .bytes(body))
    }
}
