internal import HTTPServer

/// The hosts of Wikimedia's files and of their copies, which are drawn on the spot.
struct CommonsFiles: SandboxService {
    private let files: [String: CommonsFile]
    let hosts = ["upload.wikimedia.org", "thumb.wikimedia.org"]

    init(catalogue: Catalogue) {
        let files = catalogue.items.enumerated().map { CommonsFile(of: $1, at: $0) }
        self.files = Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    }

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        let steps = request.path.split(separator: "/").map(String.init)
        let isCopy = steps.contains("thumb")
        guard let name = isCopy ? steps.dropLast().last : steps.last, let file = files[name] else {
            return PictureServing.png(named: steps.last ?? "", for: request)
        }
        guard isCopy else {
            // A scan is no picture that a browser shows.
            if file.mediaType == "image/tiff" {
                return HTTPServerResponse(
                    headers: ["Content-Type": "image/tiff"], body: .bytes(Array("II*\0".utf8) + [8, 0, 0, 0]))
            }
            return PictureServing.png(named: file.scene, size: file.size, for: request)
        }
        guard let width = steps.last.flatMap(Self.width),
            CommonsFile.steps.contains(width) || width == file.size.width
        else {
            return .text("Use thumbnail steps listed on https://w.wiki/GHai.\n", status: 400)
        }
        guard width <= file.size.width else {
            return .text("The requested width is larger than that of the file.\n", status: 400)
        }
        return PictureServing.png(named: file.scene, size: file.size(wide: width), for: request)
    }

    /// The width in a name such as `960px-Owl.png` or `lossy-page1-960px-Owl.tif.jpg`.
    private static func width(_ name: String) -> Int? {
        let start = name.hasPrefix("lossy-page1-") ? name.dropFirst("lossy-page1-".count) : name[...]
        let digits = start.prefix { $0.isNumber }
        return start.dropFirst(digits.count).hasPrefix("px-") ? Int(digits) : nil
    }
}
