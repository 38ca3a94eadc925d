internal import HTTPServer

/// Cloudinary's fetching of pictures from elsewhere, made smaller and drawn as PNG on the way.
///
/// It fetches only what the sandbox drew itself.
struct CloudinaryFetch: SandboxService {
    let images: EpisodeImages
    let hosts = ["res.cloudinary.com"]

    func respond(to request: SandboxRequest) async -> HTTPServerResponse {
        do throws(CloudinaryError) {
            return try picture(FetchPath(request.path)).honouringRange(askedFor: request.headers)
        } catch {
            return HTTPServerResponse(status: error.status, headers: ["X-Cld-Error": error.description])
        }
    }

    private func picture(_ path: FetchPath) throws(CloudinaryError) -> HTTPServerResponse {
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

/// Why a picture is not fetched, as the header `X-Cld-Error` says it.
enum CloudinaryError: Error, CustomStringConvertible {
    case notFound(String)
    case sourceNotLoaded(String)
    case invalidTransformation(String)
    case invalidSignature(String)
    case nameTooLong(Int)
    case pictureTooLarge(Int, Int)

    var status: Int {
        switch self {
        case .notFound, .sourceNotLoaded: 404
        case .invalidSignature: 401
        default: 400
        }
    }

    var description: String {
        switch self {
        case .notFound(let path): "Resource not found - \(path.asHeaderValue)"
        case .sourceNotLoaded(let source): "Error in loading - \(source.asHeaderValue)"
        case .invalidTransformation(let part): "Invalid Transformation: \(part.asHeaderValue)"
        case .invalidSignature(let part): "Invalid Signature \(part.asHeaderValue)"
        case .nameTooLong(let count): "public_id (\(count) characters) is too long"
        case .pictureTooLarge(let width, let height):
            "Maximum image size is 25 Megapixels. Requested \(width)x\(height)"
        }
    }
}

/// The path of a fetch, already unescaped once:
/// `/CLOUD/image/fetch/[s--SIGNATURE--/][TRANSFORMATION/…][vVERSION/]ADDRESS`.
struct FetchPath {
    let transformations: [FetchTransformation]
    /// The address that is fetched, as it was before it was escaped.
    let source: String
    let sourceHost: String
    let sourcePath: String

    /// The escaped address is the picture's name, which has a limit.
    private static let greatestLength = 255

    init(_ path: String) throws(CloudinaryError) {
        let steps = path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: true)
        guard steps.count == 4, steps[1] == "image", steps[2] == "fetch" else { throw .notFound(path) }
        let rest = steps[3]
        guard let address = Self.address(in: rest), address.count > 1 else { throw .notFound(String(rest)) }
        source = String(address)
        guard source.count <= Self.greatestLength else { throw .nameTooLong(source.count) }
        (sourceHost, sourcePath) = Self.parts(of: address)
        var parts = rest[..<address.startIndex].split(separator: "/")
        if let first = parts.first, first.hasPrefix("s--") {
            guard Self.isSignature(parts.removeFirst()) else { throw .invalidSignature(String(first)) }
        }
        if let last = parts.last, Self.isVersion(last) { parts.removeLast() }
        var transformations: [FetchTransformation] = []
        for part in parts { transformations.append(try FetchTransformation(part)) }
        self.transformations = transformations
    }

    /// It begins at the step that has the scheme, so that its own slashes and commas tell nothing.
    private static func address(in rest: Substring) -> Substring? {
        var start = rest.startIndex
        while start < rest.endIndex {
            let step = rest[start...]
            if step.hasPrefix("https://") || step.hasPrefix("http://") { return step }
            guard let slash = step.firstIndex(of: "/") else { return nil }
            start = rest.index(after: slash)
        }
        return nil
    }

    /// The host and the path of an address, without its query and fragment.
    private static func parts(of address: Substring) -> (host: String, path: String) {
        let place = address.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "?" && $0 != "#" }
        let host = place.prefix { $0 != "/" }
        return (host.lowercased(), String(place.dropFirst(host.count)))
    }

    /// Only the form: the account's secret is nobody's here. A hyphen may be a part of it.
    private static func isSignature(_ part: Substring) -> Bool {
        guard part.hasSuffix("--") else { return false }
        let signature = part.dropFirst(3).dropLast(2)
        return [8, 32].contains(signature.count)
            && signature.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    private static func isVersion(_ part: Substring) -> Bool {
        part.count > 1 && part.first == "v" && part.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }
}

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

    init(_ text: Substring) throws(CloudinaryError) {
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
    ) throws(CloudinaryError) -> (Drawing.Area, PictureSize) {
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

    private func resized(_ size: PictureSize, by factors: (Double, Double)) throws(CloudinaryError)
        -> PictureSize
    {
        try Self.size(Double(size.width) * factors.0, Double(size.height) * factors.1)
    }

    private static func size(_ width: Double, _ height: Double) throws(CloudinaryError) -> PictureSize {
        let (wide, high) = (max(1, Int(width.rounded())), max(1, Int(height.rounded())))
        guard wide.multipliedReportingOverflow(by: high).partialValue <= greatestPixelCount,
            wide <= greatestPixelCount, high <= greatestPixelCount
        else { throw .pictureTooLarge(wide, high) }
        return PictureSize(width: wide, height: high)
    }
}

extension String {
    /// With whatever is no plain sign left out.
    fileprivate var asHeaderValue: String {
        String(
            String.UnicodeScalarView(unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }.prefix(300)))
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
