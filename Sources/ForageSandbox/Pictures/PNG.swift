internal import Platform

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
