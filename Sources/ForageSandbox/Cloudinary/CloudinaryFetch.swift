internal import HTTPServer

/// Cloudinary's fetching of pictures from elsewhere, made smaller and drawn as PNG on the way.
///
/// It fetches only what the sandbox drew itself.
struct CloudinaryFetch: SandboxService {
    let images: EpisodeImages
    let hosts = ["res.cloudinary.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        do throws(CloudinaryFault) {
            return try picture(FetchPath(request.path)).honouringRange(askedFor: request.headers)
        } catch {
            return HTTPServerResponse(status: error.status, headers: ["X-Cld-Error": error.description])
        }
    }

    private func picture(_ path: FetchPath) throws(CloudinaryFault) -> HTTPServerResponse {
        guard images.hosts.contains(path.sourceHost), let drawing = images.drawing(at: path.sourcePath),
            let svg = images.svg(at: path.sourcePath)
        else { throw .sourceNotLoaded(path.source) }
        var area = drawing.wholeArea
        var size = drawing.size
        for transformation in path.transformations {
            (area, size) = try transformation.applied(to: area, of: size)
        }
        let isDrawn = path.transformations.contains { $0.isDrawn }
        let body = isDrawn ? drawing.png(of: area, size: size) : svg
        return HTTPServerResponse(
            headers: [
                "Content-Type": isDrawn ? "image/png" : "image/svg+xml",
                "Cache-Control": "public, max-age=2592000",
            ], body: .bytes(body))
    }
}

/// Why a picture is not fetched, as the header `X-Cld-Error` says it.
enum CloudinaryFault: Error, CustomStringConvertible {
    case notFound(String)
    case sourceNotLoaded(String)
    case invalidTransformation(String)
    case invalidSignature(String)
    case nameTooLong(Int)
    case pictureTooLarge(Int, Int)

    var status: Int {
        switch self {
        case .notFound, .sourceNotLoaded: 404
        case .invalidSignature: 401
        default: 400
        }
    }

    var description: String {
        switch self {
        case .notFound(let path): "Resource not found - \(path.asHeaderValue)"
        case .sourceNotLoaded(let source): "Error in loading - \(source.asHeaderValue)"
        case .invalidTransformation(let part): "Invalid Transformation: \(part.asHeaderValue)"
        case .invalidSignature(let part): "Invalid Signature \(part.asHeaderValue)"
        case .nameTooLong(let count): "public_id (\(count) characters) is too long"
        case .pictureTooLarge(let width, let height):
            "Maximum image size is 25 Megapixels. Requested \(width)x\(height)"
        }
    }
}

extension String {
    /// With whatever is no plain sign left out.
    fileprivate var asHeaderValue: String {
        String(
            String.UnicodeScalarView(unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }.prefix(300)))
    }
}
