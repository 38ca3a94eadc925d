internal import ForageCore

extension WebURL {
    /// The key of the picture that the file shows, in whatever size, at hosts whose addresses tell the one from the
    /// other; nil at any other.
    var pictureKey: String? {
        let start = isSecure ? 8 : 7
        for host in Self.pictureHosts where text.utf8.span.holds(host.prefix, at: start) {
            let rest = Substring(text.utf8.dropFirst(start + host.prefix.utf8CodeUnitCount))
            return host.name(rest).map { "\(host.prefix)\($0)" }
        }
        return flickrPictureKey
    }

    private static let pictureHosts: [(prefix: StaticString, name: @Sendable (Substring) -> String?)] = [
        ("images.unsplash.com/", unsplashName), ("plus.unsplash.com/", unsplashName),
        ("upload.wikimedia.org/wikipedia/", wikimediaName), ("res.cloudinary.com/", cloudinaryName),
        ("www.artic.edu/iiif/2/", iiifName),
    ]

    /// Flickr names a picture by a number, whichever of its hosts gives the file, and each size has another secret:
    /// `live.staticflickr.com/65535/5001_0a1b2c_b.jpg`.
    private var flickrPictureKey: String? {
        let end = pathRange.lowerBound
        guard text.utf8.span.holds(".staticflickr.com", at: end - 17),
            let file = path.split(separator: "/").last,
            let number = file.split(separator: "_").first, number.utf8.count >= 4, number.isNumber
        else { return nil }
        return "staticflickr.com/\(number)"
    }
}

/// `photo-1509-ab?w=400&q=80`: parameters make it smaller or another format; any other makes another picture of it.
@Sendable
private func unsplashName(_ rest: Substring) -> String? {
    let parts = rest.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1)
    guard let name = parts.first, !name.contains("/") else { return nil }
    let others = parts.dropFirst().flatMap { $0.split(separator: "&") }.filter { parameter in
        !unsplashSizes.contains(String(parameter.prefix { $0 != "=" }))
    }
    return ([String(name)] + others.sorted().map(String.init)).joined(separator: "&")
}

private let unsplashSizes: Set = [
    "auto", "crop", "cs", "dl", "dpr", "fit", "fm", "h", "ixid", "ixlib", "q", "s", "w",
]

/// `commons/thumb/a/ab/Owl.jpg/320px-Owl.jpg` is a size of `commons/a/ab/Owl.jpg`.
@Sendable
private func wikimediaName(_ rest: Substring) -> String? {
    let parts = rest.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    // A size begins with its width; what begins otherwise is a page of a document, or a moment of a film.
    if parts.count == 6, parts[1] == "thumb", parts[5].prefix(while: { $0 != "p" }).isNumber {
        return ([parts[0]] + parts[2...4]).joined(separator: "/")
    }
    return parts.count == 4 ? parts.joined(separator: "/") : nil
}

/// `demo/image/upload/w_400,c_fill/v1312/owl.jpg`: steps that only scale, and the version, are left out.
@Sendable
private func cloudinaryName(_ rest: Substring) -> String? {
    let parts = rest.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard parts.count > 3, parts[1] == "image", parts[2] == "upload" else { return nil }
    let name = parts[3...].drop { part in isScaling(part) || isVersion(part) }
    return name.isEmpty ? nil : (parts[..<3] + name).joined(separator: "/")
}

private func isScaling(_ step: Substring) -> Bool {
    step.split(separator: ",").allSatisfy { option in
        let letter = option.prefix { $0 != "_" }
        return letter.count < option.count && ["ar", "c", "dpr", "f", "g", "h", "q", "w"].contains(letter)
    }
}

private func isVersion(_ part: Substring) -> Bool {
    part.first == "v" && part.count > 1 && part.dropFirst().isNumber
}

/// `2d484387/full/843,/0/default.jpg` is the whole picture of this name, in some size.
@Sendable
private func iiifName(_ rest: Substring) -> String? {
    let parts = rest.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard parts.count == 5, parts[1] == "full", parts[3] == "0" else { return nil }
    return String(parts[0])
}

extension Span<UInt8> {
    /// Whether a text stands at a place.
    fileprivate func holds(_ text: StaticString, at start: Int) -> Bool {
        guard start >= 0, start + text.utf8CodeUnitCount <= count else { return false }
        return text.withUTF8Buffer { text in text.indices.allSatisfy { self[start + $0] == text[$0] } }
    }
}

extension Substring {
    fileprivate var isNumber: Bool {
        utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
