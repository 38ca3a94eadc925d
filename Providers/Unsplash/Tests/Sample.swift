import ForageConformance
import ForageCore
import Testing
import Unsplash

/// The bodies in `Fixtures`, made up after the shapes that the service is known to send.
enum Sample {
    static func body(_ name: String) throws -> [UInt8] {
        try SampleFolder(nextTo: #filePath).bytes(of: name.contains(".") ? name : name + ".json")
    }

    static func search(_ text: String = "owl", cursor: String? = nil) throws -> ProviderRequest {
        .search(try Query(text), PageRequest(size: 5, cursor: cursor))
    }

    static let browse = ProviderRequest.browse(Browse(), PageRequest(size: 3))
    static let details = ProviderRequest.details(ItemID(provider: "unsplash", local: "Kf3_-aOwl01"))
}

extension UnsplashProvider {
    /// The page that a sample gives.
    func page(_ name: String, for request: ProviderRequest, headers: Headers = Headers()) throws -> Page {
        try page(of: try Sample.body(name), for: request, headers: headers)
    }

    func page(of body: [UInt8], for request: ProviderRequest, headers: Headers = Headers()) throws -> Page {
        guard case .page(let page) = try decode(Response(headers: headers, body: body), for: request) else {
            throw NoPage()
        }
        return page
    }

    /// The item of the photo in `details`.
    func owl() throws -> Item {
        let draft = try #require(try page("details", for: Sample.details).drafts.first)
        return try #require(Item(draft, credit: attribution(for: draft), from: "unsplash"))
    }
}

extension Draft {
    /// What a list shows of it, in one line.
    var line: String {
        let files = renditions.map { "\($0.role)" + ($0.size.map { " \($0)" } ?? "") }.joined(separator: ", ")
        let parts = [localID, title, summary, creator?.name, licence?.id, files]
        return parts.compactMap(\.self).joined(separator: " | ")
    }
}

/// Further requests, where a page was looked for.
struct NoPage: Error {}
