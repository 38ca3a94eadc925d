internal import HTTPServer

/// The hosts of the episodes' images, each an SVG in a folder of its own name.
struct EpisodeImages: SandboxService {
    let catalogue: EpisodeCatalogue
    let hosts = [EpisodeImages.store, EpisodeImages.network]

    /// A store of files, which honours ranges.
    static let store = "cocoacasts.s3.amazonaws.com"
    /// What stands in front of it, which does not.
    static let network = "cdn.cocoacasts.com"

    static func address(of slug: String, on host: String) -> String {
        "https://\(host)/\(slug)/\(slug).svg"
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        guard let svg = svg(at: request.path) else {
            return request.host == Self.store ? FileStore.accessDenied : .text("Not found\n", status: 404)
        }
        if request.host == Self.store { return FileStore.file(svg, type: "image/svg+xml", for: request) }
        let tag = "\"\(String(request.path.stableHash, radix: 16))\""
        let headers: HTTPFields = [
            "Content-Type": "image/svg+xml", "ETag": tag, "Cache-Control": "public, max-age=86400",
        ]
        return HTTPServerResponse(headers: headers, body: .bytes(svg)).unlessKnown(to: request)
    }

    /// What is drawn at a path, if any episode has its image there.
    func drawing(at path: String) -> Drawing? { slug(of: path).map { Drawing(named: $0) } }

    /// The same as a file, whose root is written in a way that follows from its name.
    func svg(at path: String) -> [UInt8]? {
        slug(of: path).map { slug in
            let styles = Drawing.RootStyle.allCases
            return Drawing(named: slug).svg(styles[Int(slug.stableHash / 7 % UInt64(styles.count))])
        }
    }

    private func slug(of path: String) -> String? {
        let steps = path.split(separator: "/")
        guard steps.count == 2, steps[1] == steps[0] + ".svg" else { return nil }
        return catalogue.slugs.contains(String(steps[0])) ? String(steps[0]) : nil
    }
}
