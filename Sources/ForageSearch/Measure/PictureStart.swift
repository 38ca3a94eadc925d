package import ForageCore

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
