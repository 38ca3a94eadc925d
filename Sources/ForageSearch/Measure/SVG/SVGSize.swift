public import ForageCore
internal import Markup
internal import Platform

/// The size of an SVG according to its root element.
///
/// Only the attributes of the root are used, not style sheets, scripts or the drawing.
///
/// ```swift
/// let size = try SVGSize(bytes)
/// size.pixels()                               // 24 × 24, from the viewBox
/// size.pixels(.css(width: 300, height: 150))  // 150 × 150, as a browser shows it by itself
/// ```
public struct SVGSize: Hashable, Sendable {
    /// The width; nil if it is missing, a percentage or not a length.
    public let width: SVGLength?
    /// The height; nil if it is missing, a percentage or not a length.
    public let height: SVGLength?
    /// The width as a percentage of the viewport, if so stated.
    public let widthPercent: Double?
    /// The height as a percentage of the viewport, if so stated.
    public let heightPercent: Double?
    /// The `width` attribute as written.
    public let widthText: String?
    /// The `height` attribute as written.
    public let heightText: String?
    /// The coordinates that the picture fills.
    public let viewBox: SVGViewBox?
    /// Indicates whether the root is in SVG's namespace, which browsers require.
    public let hasNamespace: Bool

    /// The width divided by the height: of the lengths if both are more than zero, or else of the ``viewBox``.
    public var aspectRatio: Double? {
        if let width = width?.pixels, let height = height?.pixels, width > 0, height > 0 {
            return width / height
        }
        return viewBox.map { $0.width / $0.height }
    }

    /// A rule for roots that do not state both sides.
    public enum Policy: Hashable, Sendable {
        /// Uses the viewBox as pixels, as is common for icons; no size if that does not help.
        case viewBox
        /// Fits the picture into this box, as a browser shows it by itself; always results in a size.
        case css(width: Double, height: Double)

        /// The default box of browsers: 300 × 150.
        public static var browser: Policy { .css(width: 300, height: 150) }
    }

    /// The origin of a size.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// Both attributes.
        case attributes
        /// The width and the shape of the viewBox.
        case widthAndRatio
        /// The height and the shape of the viewBox.
        case heightAndRatio
        /// The viewBox alone.
        case viewBox
        /// The box of the policy, for one side or both.
        case fallback
    }

    /// A size in pixels, with fractions.
    public struct Pixels: Hashable, Sendable {
        /// The horizontal side; zero or more.
        public let width: Double
        /// The vertical side; zero or more.
        public let height: Double
        /// The origin of the size.
        public let source: Source

        /// The size in whole pixels, rounded half up and at least one; nil if it is not a valid picture size.
        public var rounded: PixelSize? {
            PixelSize(width: Self.rounded(width), height: Self.rounded(height))
        }

        private static func rounded(_ side: Double) -> Int? {
            Int(exactly: max(1, (side + 0.5).rounded(.down)))
        }
    }

    /// Returns the size in pixels; nil if the policy results in none.
    public func pixels(_ policy: Policy = .viewBox) -> Pixels? {
        switch (width?.pixels, height?.pixels, viewBox.map { $0.width / $0.height }) {
        case (let width?, let height?, _): Pixels(width: width, height: height, source: .attributes)
        case (let width?, nil, let ratio?):
            Pixels(width: width, height: width / ratio, source: .widthAndRatio)
        case (nil, let height?, let ratio?):
            Pixels(width: height * ratio, height: height, source: .heightAndRatio)
        case (let width, let height, let ratio): policy.pixels(width, height, ratio, viewBox)
        }
    }
}

extension SVGSize {
    /// Reads the root of a document.
    init(_ root: XMLRoot) throws(SVGError) {
        guard root.localName == "svg" else {
            throw .notSVG("its root element is \(root.localName.shortened(to: 60))")
        }
        if root.namespace == nil, let prefix = root.prefix {
            throw .notSVG(
                "the prefix \(prefix.shortened(to: 60)) of its root element is not declared")
        }
        if let namespace = root.namespace, namespace != Self.namespace {
            throw .notSVG("its root element is in the namespace \(namespace.shortened(to: 100))")
        }
        hasNamespace = root.namespace != nil
        let fontSize = root["font-size"].flatMap(Self.fontSize) ?? Self.usualFontSize
        widthText = root["width"]
        heightText = root["height"]
        let width = widthText.flatMap { SVGExtent($0, fontSize: fontSize) }
        let height = heightText.flatMap { SVGExtent($0, fontSize: fontSize) }
        self.width = width?.length
        self.height = height?.length
        widthPercent = width?.percent
        heightPercent = height?.percent
        viewBox = root["viewBox"].flatMap(SVGViewBox.init)
    }

    /// Returns the root's own font size, relative to the default.
    private static func fontSize(_ text: String) -> Double? {
        switch SVGExtent(text, fontSize: usualFontSize) {
        case .length(let length): length.pixels
        case .percent(let percent): usualFontSize * percent / 100
        case nil: nil
        }
    }

    private static let namespace = "http://www.w3.org/2000/svg"
    private static let usualFontSize = 16.0
}

extension SVGSize.Policy {
    /// Returns the size if a side or the shape is unknown.
    fileprivate func pixels(
        _ width: Double?, _ height: Double?, _ ratio: Double?, _ viewBox: SVGViewBox?
    ) -> SVGSize.Pixels? {
        switch (self, viewBox, ratio) {
        case (.viewBox, let viewBox?, _):
            SVGSize.Pixels(width: viewBox.width, height: viewBox.height, source: .viewBox)
        case (.viewBox, nil, _): nil
        case (.css(let boxWidth, let boxHeight), _, let ratio?):
            SVGSize.Pixels(
                width: min(boxWidth, boxHeight * ratio), height: min(boxHeight, boxWidth / ratio),
                source: .viewBox)
        case (.css(let boxWidth, let boxHeight), _, nil):
            SVGSize.Pixels(width: width ?? boxWidth, height: height ?? boxHeight, source: .fallback)
        }
    }
}
