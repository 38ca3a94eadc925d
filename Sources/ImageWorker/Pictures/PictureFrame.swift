/// What a picture is to be brought into, in pixels.
package struct PictureFrame: Hashable, Sendable {
    package var width: Int?
    package var height: Int?
    package var manner: Manner

    package enum Manner: Hashable, Sendable {
        /// Inside, and never enlarged.
        case shrink
        /// Inside.
        case contain
        /// Over all of it; what stands out is cut off.
        case cover
        /// Exactly, distorted where the shape differs.
        case distort
    }

    package init(width: Int? = nil, height: Int? = nil, manner: Manner = .contain) {
        self.width = width
        self.height = height
        // With one side alone there is nothing to cut off or to distort.
        let isBoth = width != nil && height != nil
        self.manner = isBoth || manner == .shrink ? manner : .contain
    }

    /// Whether nothing is said of a size.
    package var isOpen: Bool { width == nil && height == nil }

    /// How many times its own size a drawing is drawn for it.
    func scale(for size: PictureSize) -> Double {
        let wide = width.map { Double($0) / Double(size.width) }
        let high = height.map { Double($0) / Double(size.height) }
        let sides = [wide, high].compactMap(\.self)
        switch manner {
        case .shrink: return min(1, sides.min() ?? 1)
        case .contain: return sides.min() ?? 1
        case .cover, .distort: return sides.max() ?? 1
        }
    }

    /// The size that a picture has afterwards, but for roundings.
    package func size(for size: PictureSize) -> PictureSize {
        guard manner == .contain || manner == .shrink else {
            return PictureSize(width: width ?? size.width, height: height ?? size.height)
        }
        return size.scaled(by: scale(for: size))
    }
}

/// How many pixels there are in a row, and how many rows.
package struct PictureSize: Hashable, Sendable, CustomStringConvertible {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package var description: String { "\(width) × \(height)" }

    /// How many pixels there are, as a number that cannot overflow.
    package var pixelCount: Double { Double(width) * Double(height) }

    func scaled(by factor: Double) -> PictureSize {
        func side(_ length: Int) -> Int { Int(min(max(1, (Double(length) * factor).rounded()), 1e9)) }
        return PictureSize(width: side(width), height: side(height))
    }
}
