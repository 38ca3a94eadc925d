package import ForageCore

/// Measures a picture of any known format from its first bytes.
package enum PictureStart {
    /// What the first bytes say.
    package enum Finding: Hashable, Sendable {
        case size(PixelSize)
        /// The size is further behind.
        case needsMore
        /// There is no size to be had: why.
        case unmeasurable(String)
    }

    /// The most bytes that can be of use.
    package static let greatestByteCount = 1024 * 1024

    /// Reads the start of a file.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes.
    ///   - isWhole: Whether they are the whole file.
    /// - Returns: The size, or why there is none.
    package static func read(_ bytes: [UInt8], isWhole: Bool) -> Finding {
        if let raster = RasterHeader(bytes) {
            if let size = raster.size { return .size(size) }
            return isWhole
                ? .unmeasurable("its first bytes are those of a broken \(raster.format.rawValue)")
                : .needsMore
        }
        return readSVG(bytes, isWhole: isWhole)
    }

    /// Whether so much of a file's beginning tells its size, or that there is none.
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
