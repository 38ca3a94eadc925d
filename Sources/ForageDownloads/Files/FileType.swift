internal import ForageSearch

/// What kind of picture a file is, told by its own bytes and by nothing that a server says.
package struct FileType: Hashable, Sendable {
    /// How its name ends, without the dot.
    package let fileExtension: String
    /// Its media type.
    package let mediaType: String

    /// Whether it has lines in place of pixels.
    package var isDrawing: Bool { self == Self.svg || self == Self.packedSVG }

    /// Whether it can be made into a picture of another format.
    var isConvertible: Bool { !["tiff", "ico", "jxl", "bmp"].contains(fileExtension) }

    /// What the first bytes of a file say.
    enum Finding: Hashable {
        case known(FileType)
        case needsMore
        /// It is no picture: what it is instead.
        case unfit(String)
    }

    /// The most bytes that can be of use.
    static let greatestByteCount = SVGReader.greatestByteCount + 1
    /// How much of it is waited for, so that nothing hangs on how a file is cut into pieces.
    fileprivate static let leastByteCount = 1_024

    /// Reads the first bytes of a file; when it is whole, no more come that would be looked at.
    static func find(_ start: [UInt8], isWhole: Bool) -> Finding {
        let isEnough = start.count >= greatestByteCount || start.text.count >= leastByteCount
        guard isWhole || isEnough else { return .needsMore }
        if let type = RasterHeader(start).map(\.format.type)
            ?? others.first(where: { $0.begins(start) })?.type
        {
            return .known(type)
        }
        guard !start.isEmpty else { return .unfit("nothing came") }
        let isPacked = start.starts(with: [0x1F, 0x8B])
        guard isPacked || start.opensMarkup else {
            return .unfit("what came is not a picture of a known kind")
        }
        guard !start.isPage else { return .unfit("a web page came in the picture's place") }
        return findMarkup(start, isPacked: isPacked, isWhole: isWhole)
    }

    private static func findMarkup(_ start: [UInt8], isPacked: Bool, isWhole: Bool) -> Finding {
        let type = isPacked ? packedSVG : svg
        do throws(SVGError) {
            var reader = SVGReader()
            if try reader.read(start.span.bytes) != nil { return .known(type) }
            guard isWhole else { return .needsMore }
            _ = try reader.finish()
            return .known(type)
        } catch {
            return .unfit("what came is not a picture: \(error)")
        }
    }

    private static let all = RasterHeader.Format.allCases.map(\.type) + others.map(\.type) + [svg, packedSVG]

    /// The extensions of all kinds.
    static let extensions = Set(all.map(\.fileExtension))

    /// The same with the dot before each.
    static let endings = extensions.map { "." + $0 }

    /// How names of pictures end, also those that others gave.
    static let customaryExtensions = extensions.union(["jpeg", "jpe", "jfif", "tif", "heif"])

    private static let svg = FileType(fileExtension: "svg", mediaType: "image/svg+xml")
    private static let packedSVG = FileType(fileExtension: "svgz", mediaType: "image/svg+xml")

    private struct Signature {
        let type: FileType
        let place: Int
        let bytes: [UInt8]

        init(_ name: String, _ bytes: [UInt8], at place: Int = 0) {
            type = FileType(fileExtension: name, mediaType: name == "ico" ? "image/x-icon" : "image/\(name)")
            self.bytes = bytes
            self.place = place
        }

        func begins(_ start: [UInt8]) -> Bool { start.dropFirst(place).starts(with: bytes) }
    }

    private static let others = [
        Signature("tiff", [0x49, 0x49, 0x2A, 0x00]), Signature("tiff", [0x4D, 0x4D, 0x00, 0x2A]),
        Signature("ico", [0x00, 0x00, 0x01, 0x00]), Signature("jxl", [0xFF, 0x0A]),
        Signature("jxl", [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]),
        Signature("heic", Array("ftyphei".utf8), at: 4),
        Signature("heic", Array("ftypmif1".utf8), at: 4),
    ]
}

extension FileType {
    /// What a whole file is; nil where it is no picture of a known kind.
    package init?(ofFile bytes: [UInt8]) {
        guard case .known(let type) = Self.find(bytes, isWhole: true) else { return nil }
        self = type
    }

    /// The kind that a name says, as that of a file which was saved does by its bytes; nil where no kind has such names.
    package init?(named path: String) {
        let name = path.pathExtension
        guard let type = Self.all.first(where: { $0.fileExtension == name }) else { return nil }
        self = type
    }
}

/// Finds out what a file is by its beginning, while it comes.
struct TypeSearch {
    /// What it is, once that was found out.
    private(set) var type: FileType?
    /// The first bytes that came, until they have shown what they are.
    private var start: [UInt8] = []
    private var nextLook = 0

    /// Takes note of what came first.
    mutating func begin(with bytes: [UInt8]) { start = bytes }

    /// What the beginning shows it to be.
    ///
    /// - Parameters:
    ///   - byteCount: How much is there.
    ///   - isWhole: Whether no more comes that would be looked at.
    ///   - read: Reads so many of the first bytes.
    /// - Returns: What it is, or that more must come.
    mutating func find(
        in byteCount: Int, isWhole: Bool, reading read: (_ limit: Int) -> [UInt8]?
    ) -> FileType.Finding {
        if let type { return .known(type) }
        let limit = FileType.greatestByteCount
        // Each look is at all that is there, so with every one the next waits for as much again.
        guard isWhole || byteCount >= min(nextLook, limit) else { return .needsMore }
        nextLook = 2 * byteCount
        // Mostly all that came, or enough of it, came at once.
        let beginning = start.count >= min(byteCount, limit) ? Array(start.prefix(limit)) : read(limit) ?? []
        let finding = FileType.find(beginning, isWhole: isWhole)
        if case .known(let found) = finding { (type, start) = (found, []) }
        return finding
    }
}

extension RasterHeader.Format {
    fileprivate var type: FileType {
        switch self {
        case .png: FileType(fileExtension: "png", mediaType: "image/png")
        case .jpeg: FileType(fileExtension: "jpg", mediaType: "image/jpeg")
        case .gif: FileType(fileExtension: "gif", mediaType: "image/gif")
        case .webp: FileType(fileExtension: "webp", mediaType: "image/webp")
        case .bmp: FileType(fileExtension: "bmp", mediaType: "image/bmp")
        case .avif: FileType(fileExtension: "avif", mediaType: "image/avif")
        }
    }
}

extension [UInt8] {
    /// Without the mark that says which order its bytes have, and white space.
    fileprivate var text: ArraySlice<UInt8> {
        drop {
            [0xEF, 0xBB, 0xBF, 0xFF, 0xFE, 0x00].contains($0) || $0 == 0x20 || (0x09...0x0D).contains($0)
        }
    }

    fileprivate var opensMarkup: Bool { text.first == UInt8(ascii: "<") }

    fileprivate var isPage: Bool {
        let start = String(decoding: text.prefix(FileType.leastByteCount), as: UTF8.self).lowercased()
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html") || start.hasPrefix("<head")
    }
}
