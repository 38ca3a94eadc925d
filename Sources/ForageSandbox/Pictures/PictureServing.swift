internal import HTTPServer
internal import Platform

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

/// Writes pictures with at most 256 colours as PNG.
enum PNG {
    /// Encodes a picture with one byte per pixel, which is an index into a palette of red, green and blue values.
    static func encode(size: PictureSize, palette: [[UInt8]], row: (Int) -> [UInt8]) -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<size.height { pixels += [0] + row(y) }
        let header = bigEndian(size.width) + bigEndian(size.height) + [8, 3, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("PLTE", Array(palette.joined()))
            + chunk("IDAT", Gzip.pack(pixels, .least, as: .zlib) ?? []) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return bigEndian(data.count) + body + bigEndian(Int(CRC32.of(body)))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
