internal import ForageSearch

/// The type of a picture, film or sound, determined by its own bytes and not by the server's statements.
package struct FileType: Hashable, Sendable {
    /// The extension, without the dot.
    package let fileExtension: String
    /// Its media type.
    package let mediaType: String

    /// Indicates whether it is a picture, and neither a film nor a sound.
    var isPicture: Bool { mediaType.hasPrefix("image/") }

    /// Indicates whether it is a vector drawing.
    package var isDrawing: Bool { self == Self.svg || self == Self.packedSVG }

    /// Indicates whether it can be converted to another format.
    var isConvertible: Bool { isPicture && !["tiff", "ico", "jxl", "bmp"].contains(fileExtension) }

    /// The finding from the first bytes of a file.
    enum Finding: Hashable {
        case known(FileType)
        case needsMore
        /// It is of no known kind, but what this text states.
        case unfit(String)
    }

    /// The greatest number of bytes that are examined.
    static let greatestByteCount = SVGReader.greatestByteCount + 1
    /// The number of bytes to wait for, so that the result does not depend on how the file is split into pieces.
    fileprivate static let leastByteCount = 1_024

    /// Determines the type from the first bytes of a file. If `isWhole` is true, there are no more bytes to examine.
    static func find(_ start: [UInt8], isWhole: Bool) -> Finding {
        let isEnough = start.count >= greatestByteCount || start.text.count >= leastByteCount
        guard isWhole || isEnough else { return .needsMore }
        if let type = RasterHeader(start).map(\.format.type)
            ?? others.first(where: { $0.begins(start) })?.type ?? FileType(ofMedium: start)
        {
            return .known(type)
        }
        guard !start.isEmpty else { return .unfit("nothing was received") }
        let isPacked = start.starts(with: [0x1F, 0x8B])
        guard isPacked || start.opensMarkup else {
            return .unfit("the file received is not of a known kind")
        }
        guard !start.isPage else { return .unfit("a web page was received instead of the file") }
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
            return .unfit("the file received is not of a known kind: \(error)")
        }
    }

    private static let pictures =
        RasterHeader.Format.allCases.map(\.type) + others.map(\.type) + [svg, packedSVG]

    /// The extensions of all pictures.
    static let extensions = Set(pictures.map(\.fileExtension))

    /// The extensions of all types, with the dot.
    static let endings = (Set(media.map(\.fileExtension)).union(extensions)).map { "." + $0 }

    /// The usual extensions of pictures, including those that other programs use.
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
    /// Determines the type of a whole file; nil if it is not a picture of a known type.
    package init?(ofFile bytes: [UInt8]) {
        guard case .known(let type) = Self.find(bytes, isWhole: true), type.isPicture else { return nil }
        self = type
    }

    /// Determines the type from the first bytes of a file; nil if it is not a picture of a known type, or more bytes are
    /// needed.
    init?(ofBeginning bytes: [UInt8]) {
        guard case .known(let type) = Self.find(bytes, isWhole: false) else {
            self.init(ofFile: bytes)
            return
        }
        guard type.isPicture else { return nil }
        self = type
    }

    /// Indicates whether a file with this name is usually a picture.
    package static func isPictureName(_ name: String) -> Bool {
        customaryExtensions.contains(name.pathExtension)
    }

    /// Determines the type from the extension that Forage uses for it; nil if there is none.
    package init?(named path: String) {
        let name = path.pathExtension
        let known = Self.pictures + Self.media
        guard let type = known.first(where: { $0.fileExtension == name }) else { return nil }
        self = type
    }
}

/// Determines the type of a file by its beginning, while the file arrives.
struct TypeSearch {
    /// The type, once it is known.
    private(set) var type: FileType?
    /// The first bytes, until the type is known.
    private var start: [UInt8] = []
    private var nextLook = 0

    /// Adds the first bytes.
    mutating func begin(with bytes: [UInt8]) { start = bytes }

    /// Determines the type from the beginning.
    ///
    /// - Parameters:
    ///   - byteCount: The number of available bytes.
    ///   - isWhole: True if there are no more bytes to examine.
    ///   - read: Reads that many of the first bytes.
    /// - Returns: The type, or that more bytes are needed.
    mutating func find(
        in byteCount: Int, isWhole: Bool, reading read: (_ limit: Int) -> [UInt8]?
    ) -> FileType.Finding {
        if let type { return .known(type) }
        let limit = FileType.greatestByteCount
        // Each attempt examines all available bytes, so the next one waits until there are twice as many.
        guard isWhole || byteCount >= min(nextLook, limit) else { return .needsMore }
        nextLook = 2 * byteCount
        // Usually all bytes, or enough of them, arrived at once.
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
    /// The bytes without a byte order mark and leading white space.
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

/// Films and sounds.
extension FileType {
    /// The types of films and sounds.
    static let media = [
        ("mp3", "audio/mpeg"), ("m4a", "audio/mp4"), ("aac", "audio/aac"), ("ogg", "audio/ogg"),
        ("opus", "audio/ogg"), ("flac", "audio/flac"), ("wav", "audio/wav"), ("mp4", "video/mp4"),
        ("mov", "video/quicktime"), ("webm", "video/webm"), ("mkv", "video/x-matroska"), ("ogv", "video/ogg"),
    ].map { FileType(fileExtension: $0.0, mediaType: $0.1) }

    /// Determines the type of a film or a sound by its first bytes; nil for anything else.
    init?(ofMedium start: [UInt8]) {
        let name = Self.mediumExtension(start)
        guard let type = Self.media.first(where: { $0.fileExtension == name }) else { return nil }
        self = type
    }

    private static func mediumExtension(_ start: [UInt8]) -> String? {
        func has(_ text: String, at place: Int = 0) -> Bool {
            start.dropFirst(place).starts(with: text.utf8)
        }
        let beginning = String(decoding: start.prefix(greatestHeadByteCount), as: Unicode.ASCII.self)
        if has("ID3") { return "mp3" }
        if has("fLaC") { return "flac" }
        if has("RIFF"), has("WAVE", at: 8) { return "wav" }
        if has("ftyp", at: 4) {
            let isSound = has("M4A ", at: 8) || has("M4B ", at: 8)
            return isSound ? "m4a" : has("qt  ", at: 8) ? "mov" : "mp4"
        }
        if has("OggS") {
            return beginning.contains("theora") ? "ogv" : beginning.contains("OpusHead") ? "opus" : "ogg"
        }
        if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            return beginning.contains("webm") ? "webm" : "mkv"
        }
        guard start.count > 1, start[0] == 0xFF else { return nil }
        // The first bits of a frame of MPEG audio, layer III, or of AAC.
        return start[1] & 0xE6 == 0xE2 ? "mp3" : start[1] & 0xF6 == 0xF0 ? "aac" : nil
    }

    /// The number of bytes that state the content of an Ogg or Matroska file.
    private static let greatestHeadByteCount = 256
}
