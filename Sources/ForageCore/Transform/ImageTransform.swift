/// What is to be made of a picture: its size, its shape, its format.
///
/// One value describes it, whoever does it: Cloudinary on the way (``CloudinaryFetch``) or this machine.
///
/// ```swift
/// let transform = ImageTransform(width: 200, format: .png, pixelRatio: 2)
/// ```
///
/// With a width or a height alone the picture keeps its shape. A side or a ratio that no screen has is brought into
/// range.
public struct ImageTransform: Hashable, Sendable {
    /// How a picture is brought to a width and a height.
    public enum Fit: String, Hashable, Sendable, CaseIterable {
        /// Shrunk to fit inside, and never enlarged.
        case limit
        /// Brought to fit inside.
        case fit
        /// Brought to cover all of it; what stands out is cut off.
        case fill
        /// Brought to exactly that, distorted where the shape differs.
        case scale
    }

    /// A format that pictures are handed out in.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        case png, jpg, webp, avif
        /// The best that who asks can show.
        case auto
    }

    /// The width in CSS pixels.
    public var width: Int? { didSet { width = width?.asSide } }
    /// The height in CSS pixels.
    public var height: Int? { didSet { height = height?.asSide } }
    /// How the picture is brought to its width and height; like ``Fit/scale`` where nobody says.
    public var fit: Fit?
    /// The format; as it is where nobody says.
    public var format: Format?
    /// How many pixels of the screen there are for a CSS pixel; it counts with a width or a height.
    public var pixelRatio: Double? { didSet { pixelRatio = pixelRatio?.asPixelRatio } }

    /// Describes what is to be made; what is left out stays as it is.
    public init(
        width: Int? = nil, height: Int? = nil, fit: Fit? = nil, format: Format? = nil,
        pixelRatio: Double? = nil
    ) {
        self.width = width?.asSide
        self.height = height?.asSide
        self.fit = fit
        self.format = format
        self.pixelRatio = pixelRatio?.asPixelRatio
    }
}

extension Int {
    fileprivate var asSide: Int {
        Swift.min(Swift.max(self, URLTemplate.widths.lowerBound), URLTemplate.widths.upperBound)
    }
}

extension Double {
    fileprivate var asPixelRatio: Double {
        let range = URLTemplate.pixelRatios
        let ratio = isNaN ? 1 : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
        return (ratio * 100).rounded() / 100
    }
}
