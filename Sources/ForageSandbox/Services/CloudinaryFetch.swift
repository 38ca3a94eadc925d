internal import HTTPServer

/// Cloudinary's service that fetches a picture from another host, reduces it and converts it to PNG.
///
/// It fetches only the sandbox's own pictures.
struct CloudinaryFetch: SandboxService {
    let images: EpisodeImages
    let hosts = ["res.cloudinary.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        do throws(SandboxError) {
            return try picture(FetchPath(request.path)).honouringRange(askedFor: request.headers)
        } catch {
            return HTTPServerResponse(
                status: error.status, headers: ["X-Cld-Error": "\(error)".asHeaderValue])
        }
    }

    private func picture(_ path: FetchPath) throws(SandboxError) -> HTTPServerResponse {
        guard images.hosts.contains(path.sourceHost), let drawing = images.drawing(at: path.sourcePath),
            let svg = images.svg(at: path.sourcePath)
        else { throw .sourceNotLoaded(path.source) }
        var area = drawing.wholeArea
        var size = drawing.size
        for transformation in path.transformations {
            (area, size) = try transformation.applied(to: area, of: size)
        }
        let isDrawn = path.transformations.contains { $0.isDrawn }
        let body = isDrawn ? drawing.png(of: area, size: size) : svg
        return HTTPServerResponse(
            headers: [
                "Content-Type": isDrawn ? "image/png" : "image/svg+xml",
                "Cache-Control": "public, max-age=2592000",
            ], body: .bytes(body))
    }
}

/// The path of a fetch, which has already been unescaped once:
/// `/CLOUD/image/fetch/[s--SIGNATURE--/][TRANSFORMATION/…][vVERSION/]ADDRESS`.
struct FetchPath {
    let transformations: [FetchTransformation]
    /// The unescaped address of the picture.
    let source: String
    let sourceHost: String
    let sourcePath: String

    /// The maximum length of the escaped address, which serves as the picture's name.
    private static let greatestLength = 255

    init(_ path: String) throws(SandboxError) {
        guard let rest = path.wholeMatch(of: /\/*[^\/]+\/+image\/+fetch\/+(.+)/)?.1 else {
            throw .noSuchResource(path)
        }
        // The address begins at the first component with a scheme, so its own slashes and commas have no meaning here.
        guard let match = rest.wholeMatch(of: /((?:[^\/]*\/)*?)(https?:\/\/([^\/?#]*)([^?#]*).*)/) else {
            throw .noSuchResource(String(rest))
        }
        source = String(match.2)
        guard source.count <= Self.greatestLength else { throw .resourceNameTooLong(source.count) }
        (sourceHost, sourcePath) = (match.3.lowercased(), String(match.4))
        var parts = match.1.split(separator: "/")
        if let first = parts.first, first.hasPrefix("s--") {
            // Only the form is checked, because the sandbox has no secret. The signature may contain hyphens.
            guard first.wholeMatch(of: /s--([A-Za-z0-9_-]{8}|[A-Za-z0-9_-]{32})--/) != nil else {
                throw .invalidSignature(String(first))
            }
            parts.removeFirst()
        }
        if parts.last?.wholeMatch(of: /v[0-9]+/) != nil { parts.removeLast() }
        var transformations: [FetchTransformation] = []
        for part in parts { transformations.append(try FetchTransformation(part)) }
        self.transformations = transformations
    }
}

/// A transformation of a picture: `w_200,h_100,c_fit,f_png,dpr_2.0`.
struct FetchTransformation {
    private var width: Length?
    private var height: Length?
    private var crop = Crop.scale
    private var pixelRatio = 1.0
    /// Indicates whether the result is PNG; otherwise a drawing remains SVG.
    private(set) var isDrawn = false

    private enum Crop: String {
        case scale, fit, limit, fill
    }

    private enum Length {
        case pixels(Double)
        case share(Double)
    }

    init(_ text: Substring) throws(SandboxError) {
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

    /// Parses a length: a whole number is a number of pixels, a decimal number a ratio.
    private static func length(_ text: Substring) -> Length? {
        guard let number = Double(text), number > 0, number <= 100_000 else { return nil }
        return text.contains(".") ? .share(number) : .pixels(number)
    }
}

// MARK: - Sizes

extension FetchTransformation {
    private static let greatestPixelCount = 25_000_000

    /// Returns the remaining part of a picture and its new size.
    func applied(
        to area: Drawing.Area, of size: PictureSize
    ) throws(SandboxError) -> (Drawing.Area, PictureSize) {
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

    /// Returns the scale factor of each side.
    private func factors(_ scales: (wide: Double?, high: Double?)) -> (Double, Double) {
        let given = [scales.wide, scales.high].compactMap(\.self)
        let least = given.min() ?? 1
        switch crop {
        case .scale, .fill: return (scales.wide ?? least, scales.high ?? least)
        case .fit: return (least, least)
        case .limit: return (min(least, 1), min(least, 1))
        }
    }

    private func resized(_ size: PictureSize, by factors: (Double, Double)) throws(SandboxError)
        -> PictureSize
    {
        try Self.size(Double(size.width) * factors.0, Double(size.height) * factors.1)
    }

    private static func size(_ width: Double, _ height: Double) throws(SandboxError) -> PictureSize {
        let (wide, high) = (max(1, Int(width.rounded())), max(1, Int(height.rounded())))
        guard wide.multipliedReportingOverflow(by: high).partialValue <= greatestPixelCount,
            wide <= greatestPixelCount, high <= greatestPixelCount
        else { throw .pictureTooLarge(wide, high) }
        return PictureSize(width: wide, height: high)
    }
}

extension String {
    /// The text with only the characters that are permitted in a header.
    fileprivate var asHeaderValue: String {
        String(
            String.UnicodeScalarView(unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }.prefix(300)))
    }
}

extension Drawing.Area {
    /// Returns the largest centred part with a ratio of width to height.
    fileprivate func cropped(toShape shape: Double) -> Drawing.Area {
        let wide = min(width, height * shape)
        let high = min(height, width / shape)
        return Drawing.Area(x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high)
    }
}
