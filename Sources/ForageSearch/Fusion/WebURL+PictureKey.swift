internal import ForageCore

extension WebURL {
    /// The key of the picture that the file shows, in whatever size, at hosts whose addresses tell the one from the
    /// other; nil at any other.
    var pictureKey: String? {
        let bytes = text.utf8.span
        let start = isSecure ? 8 : 7
        for host in Self.pictureHosts where bytes.holds(host.prefix, at: start) {
            return host.name(bytes.extracting((start + host.prefix.utf8CodeUnitCount)...)).map {
                "\(host.prefix)\($0)"
            }
        }
        return flickrPictureKey
    }

    /// What stands in an address behind its host is looked at as bytes: there are thousands to go through, and letters
    /// take ten times as long.
    private static let pictureHosts: [(prefix: StaticString, name: @Sendable (Span<UInt8>) -> String?)] = [
        ("images.unsplash.com/", unsplashName), ("plus.unsplash.com/", unsplashName),
        ("upload.wikimedia.org/wikipedia/", wikimediaName), ("res.cloudinary.com/", cloudinaryName),
        ("www.artic.edu/iiif/2/", iiifName),
    ]

    /// Flickr names a picture by a number, whichever of its hosts gives the file, and each size has another secret:
    /// `live.staticflickr.com/65535/5001_0a1b2c_b.jpg`.
    private var flickrPictureKey: String? {
        let bytes = text.utf8.span
        let end = pathRange.lowerBound
        guard bytes.holds(".staticflickr.com", at: end - 17) else { return nil }
        let rest = bytes.extracting(end...)
        guard let last = rest.steps.last else { return nil }
        let name = rest.extracting(last)
        let digitCount = name.place(of: "_")
        guard digitCount >= 4, name.isNumber(before: "_") else { return nil }
        return "staticflickr.com/\(name.extracting(..<digitCount).text)"
    }
}

/// `photo-1509-ab?w=400&q=80`: parameters make it smaller or another format; any other makes another picture of it.
@Sendable
private func unsplashName(_ rest: Span<UInt8>) -> String? {
    let steps = rest.steps
    guard steps.count == 1 else { return nil }
    let name = rest.extracting(steps[0]).text
    var others: [String] = []
    for range in rest.parameters {
        let parameter = rest.extracting(range)
        let key = parameter.extracting(..<parameter.place(of: "="))
        if !unsplashSizes.contains(where: { key.isEqual(to: $0) }) { others.append(parameter.text) }
    }
    return others.isEmpty ? name : "\(name)&\(others.sorted().joined(separator: "&"))"
}

private let unsplashSizes: [StaticString] = [
    "auto", "crop", "cs", "dl", "dpr", "fit", "fm", "h", "ixid", "ixlib", "q", "s", "w",
]

/// `commons/thumb/a/ab/Owl.jpg/320px-Owl.jpg` is a size of `commons/a/ab/Owl.jpg`.
@Sendable
private func wikimediaName(_ rest: Span<UInt8>) -> String? {
    let steps = rest.steps
    // A size begins with its width; what begins otherwise is a page of a document, or a moment of a film.
    if steps.count == 6, rest.extracting(steps[1]).isEqual(to: "thumb"),
        rest.extracting(steps[5]).isNumber(before: "p")
    {
        return rest.path(of: steps[..<1] + steps[2...4])
    }
    return steps.count == 4 ? rest.path(of: steps[...]) : nil
}

/// `demo/image/upload/w_400,c_fill/v1312/owl.jpg`: steps that only scale, and the version, are left out.
@Sendable
private func cloudinaryName(_ rest: Span<UInt8>) -> String? {
    let steps = rest.steps
    guard steps.count > 3, rest.extracting(steps[1]).isEqual(to: "image"),
        rest.extracting(steps[2]).isEqual(to: "upload")
    else { return nil }
    var place = 3
    while place < steps.count, rest.extracting(steps[place]).isScalingOrVersion { place += 1 }
    return place == steps.count ? nil : rest.path(of: steps[..<3] + steps[place...])
}

/// `2d484387/full/843,/0/default.jpg` is the whole picture of this name, in some size.
@Sendable
private func iiifName(_ rest: Span<UInt8>) -> String? {
    let steps = rest.steps
    guard steps.count == 5, rest.extracting(steps[1]).isEqual(to: "full"),
        rest.extracting(steps[3]).isEqual(to: "0")
    else { return nil }
    return rest.extracting(steps[0]).text
}

extension Span<UInt8> {
    fileprivate func isEqual(to text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && holds(text, at: 0)
    }

    /// Where the steps of the path are.
    fileprivate var steps: [Range<Int>] { parts(of: 0..<pathEnd, between: "/") }

    /// Where the parameters are, between the question mark and the fragment.
    fileprivate var parameters: [Range<Int>] {
        let start = firstIndex(from: pathEnd) { $0 != UInt8(ascii: "?") } ?? count
        return parts(of: start..<place(of: "#", from: start), between: "&")
    }

    private var pathEnd: Int { firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? count }

    /// The place of the first such sign of ASCII; the end where there is none.
    fileprivate func place(of sign: Unicode.Scalar, from start: Int = 0) -> Int {
        firstIndex(from: start) { $0 == UInt8(ascii: sign) } ?? count
    }

    /// What stands between signs of ASCII, less what is empty.
    private func parts(of range: Range<Int>, between sign: Unicode.Scalar) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        for place in range where self[place] == UInt8(ascii: sign) {
            if start < place { parts.append(start..<place) }
            start = place + 1
        }
        if start < range.upperBound { parts.append(start..<range.upperBound) }
        return parts
    }

    fileprivate var isNumber: Bool {
        !isEmpty && indices.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[$0]) }
    }

    /// Whether digits alone stand before a sign of ASCII, or are all there is.
    fileprivate func isNumber(before sign: Unicode.Scalar) -> Bool { extracting(..<place(of: sign)).isNumber }

    /// Whether a step of Cloudinary's only scales, or names a version.
    fileprivate var isScalingOrVersion: Bool {
        isVersion || parts(of: indices, between: ",").allSatisfy { extracting($0).isScaling }
    }

    private var isVersion: Bool { holds("v", at: 0) && extracting(1...).isNumber }

    private var isScaling: Bool {
        let letter = extracting(..<place(of: "_"))
        return letter.count < count
            && ["ar", "c", "dpr", "f", "g", "h", "q", "w"].contains { letter.isEqual(to: $0) }
    }

    fileprivate func path(of steps: ArraySlice<Range<Int>>) -> String {
        steps.map { extracting($0).text }.joined(separator: "/")
    }
}
