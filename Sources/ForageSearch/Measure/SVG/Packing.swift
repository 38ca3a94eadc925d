/// How the text of an SVG is packed, other than once with gzip.
enum Packing: String {
    case gzip, bzip2, xz, zip
    case zstandard = "Zstandard"

    /// Tells it by the first bytes.
    init?(_ start: [UInt8]) {
        guard let found = Self.marks.first(where: { start.starts(with: $0.bytes) })?.packing else {
            return nil
        }
        self = found
    }

    /// Why it is not unpacked.
    var reason: String {
        self == .gzip ? "it is packed with gzip twice" : "it is packed as \(rawValue), and only gzip is read"
    }

    private static let marks: [(packing: Packing, bytes: [UInt8])] = [
        (.gzip, [0x1F, 0x8B]), (.bzip2, Array("BZh".utf8)), (.xz, [0xFD] + Array("7zXZ".utf8) + [0]),
        (.zip, Array("PK\u{3}\u{4}".utf8)), (.zstandard, [0x28, 0xB5, 0x2F, 0xFD]),
    ]
}
