internal import ForageCore

extension WebURL {
    /// The key of the picture that the file shows, in whatever size, at hosts whose addresses tell the one from the
    /// other; nil at any other.
    var pictureKey: String? {
        let start = isSecure ? 8 : 7
        for host in Self.pictureHosts where text.utf8.span.holds(host.prefix, at: start) {
            let rest = text.utf8.dropFirst(start + host.prefix.utf8CodeUnitCount)
            return host.name(rest).map { "\(host.prefix)\($0)" }
        }
        return flickrPictureKey
    }

    private static let pictureHosts: [(prefix: StaticString, name: @Sendable (AddressRest) -> String?)] = [
        ("images.unsplash.com/", unsplashName), ("plus.unsplash.com/", unsplashName),
        ("upload.wikimedia.org/wikipedia/", wikimediaName), ("res.cloudinary.com/", cloudinaryName),
        ("www.artic.edu/iiif/2/", iiifName),
    ]

    /// Flickr names a picture by a number, whichever of its hosts gives the file, and each size has another secret:
    /// `live.staticflickr.com/65535/5001_0a1b2c_b.jpg`.
    private var flickrPictureKey: String? {
        let end = pathRange.lowerBound
        guard text.utf8.span.holds(".staticflickr.com", at: end - 17),
            let number = text.utf8.dropFirst(end).steps.last?.before("_"),
            number.utf8.count >= 4, number.isNumber
        else { return nil }
        return "staticflickr.com/\(number)"
    }
}

/// What stands in an address behind its host, as bytes: there are thousands to go through, and letters take ten times
/// as long.
private typealias AddressRest = Substring.UTF8View

/// `photo-1509-ab?w=400&q=80`: parameters make it smaller or another format; any other makes another picture of it.
@Sendable
private func unsplashName(_ rest: AddressRest) -> String? {
    let steps = rest.steps
    guard steps.count == 1 else { return nil }
    let others = rest.parameters.filter { !unsplashSizes.contains($0.before("=")) }
    return (steps + others.sorted()).joined(separator: "&")
}

private let unsplashSizes: Set<Substring> = [
    "auto", "crop", "cs", "dl", "dpr", "fit", "fm", "h", "ixid", "ixlib", "q", "s", "w",
]

/// `commons/thumb/a/ab/Owl.jpg/320px-Owl.jpg` is a size of `commons/a/ab/Owl.jpg`.
@Sendable
private func wikimediaName(_ rest: AddressRest) -> String? {
    let steps = rest.steps
    // A size begins with its width; what begins otherwise is a page of a document, or a moment of a film.
    if steps.count == 6, steps[1] == "thumb", steps[5].before("p").isNumber {
        return ([steps[0]] + steps[2...4]).joined(separator: "/")
    }
    return steps.count == 4 ? steps.joined(separator: "/") : nil
}

/// `demo/image/upload/w_400,c_fill/v1312/owl.jpg`: steps that only scale, and the version, are left out.
@Sendable
private func cloudinaryName(_ rest: AddressRest) -> String? {
    let steps = rest.steps
    guard steps.count > 3, steps[1] == "image", steps[2] == "upload" else { return nil }
    let name = steps[3...].drop { step in isScaling(step) || isVersion(step) }
    return name.isEmpty ? nil : (steps[..<3] + name).joined(separator: "/")
}

private func isScaling(_ step: Substring) -> Bool {
    step.utf8.parts(between: ",").allSatisfy { option in
        let letter = option.before("_")
        return letter.utf8.count < option.utf8.count
            && ["ar", "c", "dpr", "f", "g", "h", "q", "w"].contains(letter)
    }
}

private func isVersion(_ step: Substring) -> Bool {
    step.utf8.first == UInt8(ascii: "v") && Substring(step.utf8.dropFirst()).isNumber
}

/// `2d484387/full/843,/0/default.jpg` is the whole picture of this name, in some size.
@Sendable
private func iiifName(_ rest: AddressRest) -> String? {
    let steps = rest.steps
    guard steps.count == 5, steps[1] == "full", steps[3] == "0" else { return nil }
    return String(steps[0])
}

extension Span<UInt8> {
    /// Whether a text stands at a place.
    func holds(_ text: StaticString, at start: Int) -> Bool {
        guard start >= 0, start + text.utf8CodeUnitCount <= count else { return false }
        return text.withUTF8Buffer { text in text.indices.allSatisfy { self[start + $0] == text[$0] } }
    }
}

extension AddressRest {
    /// The steps of the path.
    fileprivate var steps: [Substring] { path.parts(between: "/") }

    /// What stands between the question mark and the fragment.
    fileprivate var parameters: [Substring] {
        self[path.endIndex...].drop { $0 == UInt8(ascii: "?") }.prefix { $0 != UInt8(ascii: "#") }.parts(
            between: "&")
    }

    private var path: AddressRest { prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") } }

    /// What stands between signs of ASCII, less what is empty.
    fileprivate func parts(between sign: Unicode.Scalar) -> [Substring] {
        split(separator: UInt8(ascii: sign)).map { Substring($0) }
    }
}

extension Substring {
    /// The text before a sign of ASCII, or all of it.
    fileprivate func before(_ sign: Unicode.Scalar) -> Substring {
        let sign = UInt8(ascii: sign)
        return Substring(utf8.prefix { $0 != sign })
    }

    fileprivate var isNumber: Bool {
        !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
