package import ForageCore

/// The format and size of a picture, read from its first bytes without decoding it.
package struct RasterHeader: Hashable, Sendable {
    package let format: Format
    /// The size; nil if more bytes are needed or the file is broken.
    package let size: PixelSize?

    package enum Format: String, Hashable, Sendable, CaseIterable {
        case png = "PNG", jpeg = "JPEG", gif = "GIF", webp = "WebP", bmp = "BMP", avif = "AVIF"
    }

    /// Reads the start of a file; nil if its format is unknown.
    package init?(_ start: some Sequence<UInt8>) {
        let bytes = ByteView(start)
        guard let format = Format(bytes) else { return nil }
        self.format = format
        size =
            switch format {
            case .png: PixelSize(width: bytes.big(16, 4), height: bytes.big(20, 4))
            case .gif: PixelSize(width: bytes.little(6, 2), height: bytes.little(8, 2))
            case .bmp: bytes.sizeOfBMP
            case .webp: bytes.sizeOfWebP
            case .jpeg: bytes.sizeOfJPEG
            case .avif: bytes.sizeOfAVIF
            }
    }
}

/// Bytes from an untrusted file; reading beyond their end returns nil.
struct ByteView {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) { self.bytes = ArraySlice(bytes) }

    var count: Int { bytes.count }

    func byte(_ offset: Int) -> Int? {
        offset >= 0 && offset < bytes.count ? Int(bytes[bytes.startIndex + offset]) : nil
    }

    /// Returns a big-endian number.
    func big(_ offset: Int, _ byteCount: Int) -> Int? { number(offset, byteCount) { $0 } }

    /// Returns a little-endian number.
    func little(_ offset: Int, _ byteCount: Int) -> Int? {
        number(offset, byteCount) { byteCount - 1 - $0 }
    }

    func has(_ text: StaticString, at offset: Int) -> Bool {
        text.withUTF8Buffer { wanted in
            wanted.indices.allSatisfy { byte(offset + $0) == Int(wanted[$0]) }
        }
    }

    private func number(_ offset: Int, _ byteCount: Int, place: (Int) -> Int) -> Int? {
        var value = 0
        for index in 0..<byteCount {
            guard let byte = byte(offset + place(index)) else { return nil }
            value = value << 8 | byte
        }
        return value
    }
}

extension RasterHeader.Format {
    fileprivate init?(_ bytes: ByteView) {
        if bytes.big(0, 4) == 0x8950_4E47 {
            self = .png
        } else if bytes.big(0, 3) == 0xFFD8FF {
            self = .jpeg
        } else if bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) {
            self = .gif
        } else if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) {
            self = .webp
        } else if bytes.has("BM", at: 0), bytes.little(6, 4) == 0 {
            self = .bmp
        } else if bytes.isAVIF {
            self = .avif
        } else {
            return nil
        }
    }
}

extension ByteView {
    /// Indicates whether the first box names AVIF as its major brand or among the compatible brands.
    fileprivate var isAVIF: Bool {
        guard has("ftyp", at: 4), let end = big(0, 4) else { return false }
        // A version number is between the major brand and the others.
        let others = stride(from: 16, to: min(end, Self.brandByteCount), by: 4)
        return ([8] + others).contains { has("avif", at: $0) || has("avis", at: $0) }
    }

    /// The maximum size of the box to read, which no real file exceeds.
    private static let brandByteCount = 256

    fileprivate var sizeOfBMP: PixelSize? {
        guard let height = little(22, 4) else { return nil }
        // A negative height means that the rows are ordered from top to bottom.
        return PixelSize(width: little(18, 4), height: height < 1 << 31 ? height : (1 << 32) - height)
    }

    fileprivate var sizeOfWebP: PixelSize? {
        if has("VP8 ", at: 12), big(23, 3) == 0x9D012A {
            return PixelSize(
                width: little(26, 2).map { $0 & 0x3FFF }, height: little(28, 2).map { $0 & 0x3FFF })
        }
        if has("VP8L", at: 12), byte(20) == 0x2F {
            let sides = little(21, 4)
            return PixelSize(
                width: sides.map { $0 & 0x3FFF + 1 }, height: sides.map { $0 >> 14 & 0x3FFF + 1 })
        }
        guard has("VP8X", at: 12) else { return nil }
        return PixelSize(width: little(24, 3).map { $0 + 1 }, height: little(27, 3).map { $0 + 1 })
    }

    /// Skips segments until the one that starts a frame.
    fileprivate var sizeOfJPEG: PixelSize? {
        var place = 2
        while place < count {
            guard byte(place) == 0xFF, let marker = byte(place + 1) else { return nil }
            switch marker {
            case 0xFF: place += 1
            case 0x01, 0xD0...0xD8: place += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                return PixelSize(width: big(place + 7, 2), height: big(place + 5, 2))
            default:
                guard let length = big(place + 2, 2), length >= 2 else { return nil }
                place += 2 + length
            }
        }
        return nil
    }

    /// Returns the size from the item properties; the largest spatial extent is that of the whole picture.
    fileprivate var sizeOfAVIF: PixelSize? {
        var largest: PixelSize?
        var place = 0
        while place + 16 <= count {
            if byte(place) == 0x69, has("ispe", at: place),
                let size = PixelSize(width: big(place + 8, 4), height: big(place + 12, 4)),
                size.width * size.height > largest.map({ $0.width * $0.height }) ?? 0
            {
                largest = size
            }
            place += 1
        }
        return largest
    }
}

/// Measures a picture of any known format from its first bytes.
package enum PictureStart {
    /// The result of reading the first bytes.
    package enum Finding: Hashable, Sendable {
        case size(PixelSize)
        /// More bytes are needed for the size.
        case needsMore
        /// The size cannot be determined, for this reason.
        case unmeasurable(String)
    }

    /// The maximum number of bytes to read.
    package static let greatestByteCount = 1024 * 1024

    /// Reads the start of a file.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes.
    ///   - isWhole: True if they are the whole file.
    /// - Returns: The size, or the reason why there is none.
    package static func read(_ bytes: [UInt8], isWhole: Bool) -> Finding {
        if let raster = RasterHeader(bytes) {
            if let size = raster.size { return .size(size) }
            return isWhole
                ? .unmeasurable("it starts like a \(raster.format.rawValue) but is damaged")
                : .needsMore
        }
        return readSVG(bytes, isWhole: isWhole)
    }

    /// Indicates whether these first bytes determine the size, or that there is none.
    package static func isEnough(_ bytes: [UInt8]) -> Bool { read(bytes, isWhole: false) != .needsMore }

    private static func readSVG(_ bytes: [UInt8], isWhole: Bool) -> Finding {
        do throws(SVGError) {
            var reader = SVGReader()
            let found = try reader.read(bytes.span.bytes)
            if found == nil, !isWhole { return .needsMore }
            let size = if let found { found } else { try reader.finish() }
            guard let pixels = size.pixels()?.rounded else { return .unmeasurable("it states no size") }
            return .size(pixels)
        } catch .notSVG {
            return .unmeasurable("it is not a picture of a known format")
        } catch {
            return .unmeasurable(error.description)
        }
    }
}
