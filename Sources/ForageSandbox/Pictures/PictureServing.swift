internal import HTTPServer

/// Answers requests for pictures, which are drawn on request.
enum PictureServing {
    /// Returns a picture of the item, or of any subject, by default in a size that is derived from its name.
    static func png(
        named name: String, of item: CatalogueItem? = nil, size: PictureSize? = nil,
        for request: SandboxRequest
    ) -> HTTPServerResponse {
        let size = size ?? PictureSize(named: name)
        return picture("\(name) \(size.width) \(size.height)", type: "image/png", request) {
            Scene(named: name, of: item?.category.singular, size: size).png
        }
    }

    /// Returns a site icon of 16 by 16 pixels in ICO format.
    static func icon(named name: String, for request: SandboxRequest) -> HTTPServerResponse {
        picture(name, type: "image/x-icon", request) {
            let png = Scene(named: name, size: PictureSize(width: 16, height: 16)).png
            let count = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: png.count >> $0) }
            return [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0] + count + [22, 0, 0, 0] + png
        }
    }

    private static func picture(
        _ name: String, type: String, _ request: SandboxRequest, draw: () -> [UInt8]
    ) -> HTTPServerResponse {
        let headers: HTTPFields = [
            "Content-Type": type, "ETag": name.entityTag, "Cache-Control": "public, max-age=86400",
        ]
        if request.headers["If-None-Match"] == name.entityTag {
            return HTTPServerResponse(status: 304, headers: headers)
        }
        return HTTPServerResponse(headers: headers, body: .bytes(draw())).honouringRange(
            askedFor: request.headers)
    }
}
