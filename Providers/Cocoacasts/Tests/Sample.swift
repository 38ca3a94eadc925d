import Cocoacasts
import ForageConformance
import ForageCore
import Foundation

/// The bodies in `Fixtures`, made up after the shapes that the service is known to send.
enum Sample {
    static let listing = ProviderRequest.browse(Browse(), PageRequest(size: 30))

    static func body(_ name: String) throws -> [UInt8] {
        try SampleFolder(nextTo: #filePath).bytes(of: name.contains(".") ? name : name + ".json")
    }

    /// An episode of the first generation with this excerpt.
    static func episode(excerpt: String) throws -> [UInt8] {
        try [UInt8](JSONEncoder().encode([Record(id: 1, title: "One", excerpt: excerpt)]))
    }

    private struct Record: Encodable {
        let id: Int
        let title: String
        let excerpt: String
    }
}

extension CocoacastsProvider {
    /// The page that a sample gives.
    func page(_ name: String) throws -> Page { try page(of: try Sample.body(name)) }

    func page(of body: [UInt8]) throws -> Page {
        guard case .page(let page) = try decode(Response(body: body), for: Sample.listing) else {
            throw NoPage()
        }
        return page
    }
}

extension Draft {
    /// Everything a person sees of it, in one line.
    var line: String {
        let picture = renditions.map { "\($0.role) \($0.url) \($0.mediaType ?? "?")" }
        let parts =
            [
                title, collection ?? "", summary ?? "", creator?.name ?? "", page.text,
                tags.joined(separator: ", "),
            ]
            + [duration.map { "\($0.components.seconds) s" } ?? "", publishedAt.map { "\($0)" } ?? ""]
            + picture
        return parts.filter { !$0.isEmpty }.joined(separator: " | ")
    }
}

/// Further requests, where a page was looked for.
struct NoPage: Error {}
