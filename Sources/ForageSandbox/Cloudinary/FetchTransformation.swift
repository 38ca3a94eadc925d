/// One step of what is done to a picture: `w_200,h_100,c_fit,f_png,dpr_2.0`.
struct FetchTransformation {
    private var width: Length?
    private var height: Length?
    private var crop = Crop.scale
    private var pixelRatio = 1.0
    /// Whether PNG is wanted; without it a drawing stays what it is.
    private(set) var isDrawn = false

    private enum Crop: String {
        case scale, fit, limit, fill
    }

    private enum Length {
        case pixels(Double)
        case share(Double)
    }

    init(_ text: Substring) throws(CloudinaryFault) {
        for parameter in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = parameter.prefix { $0 != "_" }
            guard read(name, parameter.dropFirst(name.count + 1)) else {
                throw .invalidTransformation(String(parameter))
            }
        }
    }

    private mutating func read(_ name: Substring, _ value: Substring) -> Bool {
        switch name {
        case "w":
            width = Self.length(value)
            return width != nil
        case "h":
            height = Self.length(value)
            return height != nil
        case "c":
            guard let crop = Crop(rawValue: String(value)) else { return false }
            self.crop = crop
            return true
        case "f":
            isDrawn = isDrawn || value != "svg"
            return ["png", "auto", "svg"].contains(value)
        case "dpr":
            pixelRatio = value == "auto" ? 1 : Double(value) ?? 0
            return (0.1...10).contains(pixelRatio)
        default: return name == "q" && !value.isEmpty
        }
    }

    /// A whole number is one of pixels, a decimal one a share of what is there.
    private static func length(_ text: Substring) -> Length? {
        guard let number = Double(text), number > 0, number <= 100_000 else { return nil }
        return text.contains(".") ? .share(number) : .pixels(number)
    }
}

// MARK: - Sizes

extension FetchTransformation {
    private static let greatestPixelCount = 25_000_000

    /// The part that is left of a picture, and its new size.
    func applied(
        to area: Drawing.Area, of size: PictureSize
    ) throws(CloudinaryFault) -> (Drawing.Area, PictureSize) {
        let wide = width.map { pixels($0, of: size.width) }
        let high = height.map { pixels($0, of: size.height) }
        guard wide != nil || high != nil else { return (area, size) }
        let scales = (wide.map { $0 / Double(size.width) }, high.map { $0 / Double(size.height) })
        let scaled = try resized(size, by: factors(scales))
        guard crop == .fill, let wide, let high else { return (area, scaled) }
        return (area.cropped(toShape: wide / high), try Self.size(wide, high))
    }

    private func pixels(_ length: Length, of side: Int) -> Double {
        switch length {
        case .pixels(let count): count * pixelRatio
        case .share(let share): share * Double(side) * pixelRatio
        }
    }

    /// By how much each side grows.
    private func factors(_ scales: (wide: Double?, high: Double?)) -> (Double, Double) {
        let given = [scales.wide, scales.high].compactMap(\.self)
        let least = given.min() ?? 1
        switch crop {
        case .scale, .fill: return (scales.wide ?? least, scales.high ?? least)
        case .fit: return (least, least)
        case .limit: return (min(least, 1), min(least, 1))
        }
    }

    private func resized(_ size: PictureSize, by factors: (Double, Double)) throws(CloudinaryFault)
        -> PictureSize
    {
        try Self.size(Double(size.width) * factors.0, Double(size.height) * factors.1)
    }

    private static func size(_ width: Double, _ height: Double) throws(CloudinaryFault) -> PictureSize {
        let (wide, high) = (max(1, Int(width.rounded())), max(1, Int(height.rounded())))
        guard wide.multipliedReportingOverflow(by: high).partialValue <= greatestPixelCount,
            wide <= greatestPixelCount, high <= greatestPixelCount
        else { throw .pictureTooLarge(wide, high) }
        return PictureSize(width: wide, height: high)
    }
}

extension Drawing.Area {
    /// The largest part of that width to height, in the middle.
    fileprivate func cropped(toShape shape: Double) -> Drawing.Area {
        let wide = min(width, height * shape)
        let high = min(height, width / shape)
        return Drawing.Area(x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high)
    }
}
