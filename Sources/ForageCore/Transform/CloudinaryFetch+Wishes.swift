extension CloudinaryFetch {
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

    /// The picture at this width in CSS pixels; one that no screen has is brought into range.
    public func width(_ pixels: Int) -> CloudinaryFetch { wishing { $0.width = pixels.asSide } }

    /// The picture at this height in CSS pixels; one that no screen has is brought into range.
    public func height(_ pixels: Int) -> CloudinaryFetch { wishing { $0.height = pixels.asSide } }

    /// The picture brought to its width and height like this.
    public func fit(_ fit: Fit) -> CloudinaryFetch { wishing { $0.fit = fit } }

    /// The picture in this format.
    public func format(_ format: Format) -> CloudinaryFetch { wishing { $0.format = format } }

    /// The picture with this many pixels of the screen for a CSS pixel; it counts with a width or a height.
    /// A ratio that no screen has is brought into range.
    public func pixelRatio(_ ratio: Double) -> CloudinaryFetch {
        wishing { $0.pixelRatio = ratio.asPixelRatio }
    }

    /// What is to be done with the picture.
    struct Wishes: Hashable, Sendable {
        var width: Int?
        var height: Int?
        var fit: Fit?
        var format: Format?
        var pixelRatio: Double?

        /// The wishes as one part of an address.
        var text: String {
            text(
                width: width.map(String.init), height: height.map(String.init),
                pixelRatio: pixelRatio?.description)
        }

        /// The wishes with places for what only the view knows.
        var openText: String { text(width: "{width}", height: nil, pixelRatio: "{dpr}") }

        private func text(width: String?, height: String?, pixelRatio: String?) -> String {
            let parameters = [
                width.map { "w_\($0)" }, height.map { "h_\($0)" }, fit.map { "c_\($0.rawValue)" },
                format.map { "f_\($0.rawValue)" }, pixelRatio.map { "dpr_\($0)" },
            ]
            return parameters.compactMap(\.self).joined(separator: ",")
        }
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
