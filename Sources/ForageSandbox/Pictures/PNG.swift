/// Writes pictures with few colours as uncompressed PNG, which requires no library.
enum PNG {
    /// Encodes a picture with one byte per pixel, which is an index into a palette of red, green and blue values.
    static func encode(size: PictureSize, palette: [[UInt8]], row: (Int) -> [UInt8]) -> [UInt8] {
        // With at most four colours, a byte contains four pixels, so that the size of the file is realistic.
        let depth: UInt8 = palette.count > 4 ? 8 : 2
        var pixels: [UInt8] = []
        for y in 0..<size.height { pixels += [0] + (depth == 8 ? row(y) : packed(row(y))) }
        let header = bigEndian(size.width) + bigEndian(size.height) + [depth, 3, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("PLTE", Array(palette.joined())) + chunk("IDAT", stored(pixels)) + chunk("IEND", [])
    }

    private static func packed(_ row: [UInt8]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (row.count + 3) / 4)
        for (place, colour) in row.enumerated() { bytes[place / 4] |= colour << UInt8(6 - place % 4 * 2) }
        return bytes
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return bigEndian(data.count) + body + bigEndian(Int(crc(body)))
    }

    /// Returns a zlib stream of uncompressed blocks.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = data[...]
        repeat {
            let block = rest.prefix(65535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            stream += [rest.isEmpty ? 1 : 0] + littleEndian(count) + littleEndian(~count) + block
        } while !rest.isEmpty
        return stream + bigEndian(Int(adler(data)))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func littleEndian(_ value: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }

    private static let crcTable: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        let table = crcTable
        var sum = UInt32.max
        for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
        return ~sum
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return high << 16 | low
    }
}
