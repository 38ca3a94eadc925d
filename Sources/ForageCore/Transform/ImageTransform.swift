/// The size, shape and format to convert a picture to.
///
/// The same description applies to conversion by Cloudinary (``CloudinaryFetch``) and on this machine.
///
/// ```swift
/// let transform = ImageTransform(width: 200, format: .png, pixelRatio: 2)
/// ```
///
/// With only a width or a height, the picture keeps its shape. Values out of range are replaced by the nearest valid
/// ones.
public struct ImageTransform: Hashable, Sendable {
    /// The way in which a picture is fitted to a width and a height.
    public enum Fit: String, Hashable, Sendable, CaseIterable {
        /// Shrunk to fit inside; never enlarged.
        case limit
        /// Resized to fit inside.
        case fit
        /// Resized to cover the area; the excess is cut off.
        case fill
        /// Resized to exactly this size, distorted if the shape differs.
        case scale
    }

    /// A format of converted pictures.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        case png, jpg, webp, avif
        /// The best format that the client supports.
        case auto
    }

    /// The width in CSS pixels.
    public var width: Int? { didSet { width = width?.asSide } }
    /// The height in CSS pixels.
    public var height: Int? { didSet { height = height?.asSide } }
    /// The way in which the picture is fitted to its width and height; ``Fit/scale`` if nil.
    public var fit: Fit?
    /// The format; unchanged if nil.
    public var format: Format?
    /// The number of device pixels per CSS pixel; used only with a width or a height.
    public var pixelRatio: Double? { didSet { pixelRatio = pixelRatio?.asPixelRatio } }

    /// Creates a transform; omitted properties are unchanged.
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
