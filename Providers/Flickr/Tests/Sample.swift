import Flickr
import ForageConformance
import ForageCore

/// The bodies in `Fixtures`, made up after the shapes that the service is known to send.
enum Sample {
    static func body(_ name: String) throws -> [UInt8] {
        try SampleFolder(nextTo: #filePath).bytes(of: name.contains(".") ? name : name + ".json")
    }

    static func search(_ text: String = "owl", page: String? = nil) throws -> ProviderRequest {
        .search(try Query(text), PageRequest(size: 30, cursor: page))
    }

    static func browse(_ day: String? = nil, page: String? = nil) -> ProviderRequest {
        let day = day.flatMap { CalendarDay($0) }
        return .browse(Browse(day: day), PageRequest(size: 30, cursor: page))
    }

    static let details = ProviderRequest.details(ItemID(provider: "flickr", local: "53123456701"))
}

extension FlickrProvider {
    /// The page that a sample gives.
    func page(_ name: String, for request: ProviderRequest? = nil) throws -> Page {
        let request = try request ?? Sample.search()
        guard case .page(let page) = try decode(Response(body: Sample.body(name)), for: request) else {
            throw NoPage()
        }
        return page
    }

    /// What details make of one answer and those that follow.
    func details(_ names: String...) throws -> Step {
        var answers = try names.map { Response(body: try Sample.body($0)) }
        var first = answers.removeFirst()
        first.following = answers
        return try decode(first, for: Sample.details)
    }
}

extension Step {
    var drafts: [Draft] {
        get throws {
            guard case .page(let page) = self else { throw NoPage() }
            return page.drafts
        }
    }
}

/// Further requests, where a page was looked for.
struct NoPage: Error {}
