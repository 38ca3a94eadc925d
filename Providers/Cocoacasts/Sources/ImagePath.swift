internal import ForageCore

/// What the address of an episode's image tells beside where it is.
struct ImagePath {
    /// The name of the folder that it lies in; nil without one, and for what is no slug.
    let slug: Slug?
    let mediaType: String?

    init(_ image: WebURL) {
        let path = image.text.utf8.span.extracting(image.pathRange)
        let name = path.lastStep(before: path.count)
        slug = Slug(path.extracting(path.lastStep(before: name.lowerBound)))
        mediaType = Self.mediaType(of: path.extracting(name))
    }

    /// What the ending of a name says of the file.
    private static func mediaType(of name: Span<UInt8>) -> String? {
        let point = name.lastIndex(before: name.count) { $0 == UInt8(ascii: ".") }
        switch point.map({ name.extracting(($0 + 1)...).text.lowercased() }) {
        case "svg": return "image/svg+xml"
        case "png": return "image/png"
        case "jpg", "jpeg": return "image/jpeg"
        default: return nil
        }
    }
}

extension Span<UInt8> {
    /// The last step of a path that is cut before a place; empty if there is none.
    fileprivate func lastStep(before end: Int) -> Range<Int> {
        let last = lastIndex(before: end) { $0 != UInt8(ascii: "/") }
        guard let last else { return 0..<0 }
        let slash = lastIndex(before: last) { $0 == UInt8(ascii: "/") }
        return (slash.map { $0 + 1 } ?? 0)..<last + 1
    }
}
