internal import HTTPServer

/// Answers requests for pictures, which are drawn on request.
enum PictureServing {
    static func png(named name: String, for request: SandboxRequest) -> HTTPServerResponse {
        png(named: name, size: PictureSize(named: name), for: request)
    }

    /// Returns a picture with a requested size, which is not derived from its name.
    static func png(named name: String, size: PictureSize, for request: SandboxRequest) -> HTTPServerResponse
    {
        picture("\(name) \(size.width) \(size.height)", type: "image/png", request) { draw(name, size: size) }
    }

    /// Returns a site icon of 16 by 16 pixels in ICO format.
    static func icon(named name: String, for request: SandboxRequest) -> HTTPServerResponse {
        picture(name, type: "image/x-icon", request) {
            let png = draw(name, size: PictureSize(width: 16, height: 16))
            let count = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: png.count >> $0) }
            return [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0] + count + [22, 0, 0, 0] + png
        }
    }

    private static func draw(_ name: String, size: PictureSize) -> [UInt8] {
        let landscape = Landscape(named: name, size: size)
        return PNG.encode(size: size, palette: landscape.palette, row: landscape.row)
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
