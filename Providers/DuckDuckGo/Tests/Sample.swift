import DuckDuckGo
import ForageConformance
import ForageCore

/// The bodies in `Fixtures`, made up after the shapes that the service is known to send.
enum Sample {
    static let names = [
        "article", "article-2013", "disambiguation", "category", "answer-text", "answer-number",
        "answer-widget",
        "answer-long", "definition", "nothing", "bang", "cut-off", "bad-byte", "wrong-types", "hostile",
    ]

    static func body(_ name: String) throws -> [UInt8] {
        try SampleFolder(nextTo: #filePath).bytes(of: name.contains(".") ? name : name + ".json")
    }

    static func search(_ text: String) throws -> ProviderRequest {
        .search(try Query(text), PageRequest(size: 30))
    }
}

extension DuckDuckGoProvider {
    /// The page that a sample gives.
    func page(_ name: String, for text: String = "owl") throws -> Page {
        try page(of: try Sample.body(name), for: try Sample.search(text))
    }

    func page(of body: [UInt8], for request: ProviderRequest, status: Int = 200) throws -> Page {
        guard case .page(let page) = try decode(Response(status: status, body: body), for: request) else {
            throw NoPage()
        }
        return page
    }
}

extension Draft {
    /// Everything a person sees of it, in one line.
    var line: String {
        let picture = renditions.map { "\($0.role) \($0.url)" + ($0.size.map { " \($0)" } ?? "") }
        let parts =
            [kind.description, title, summary ?? "", page.text, tags.joined(separator: ", ")] + picture
        return parts.filter { !$0.isEmpty }.joined(separator: " | ")
    }
}

/// Further requests, where a page was looked for.
struct NoPage: Error {}
