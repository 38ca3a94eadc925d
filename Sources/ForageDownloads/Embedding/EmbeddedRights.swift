package import ForageCore
internal import Platform

/// The rights that a picture states about itself, in XMP, IPTC, EXIF or the metadata of SVG. Nothing is derived from
/// anything else.
package struct EmbeddedRights: Hashable, Sendable {
    package private(set) var title: String?
    package private(set) var creator: String?
    /// The notice of copyright.
    package private(set) var notice: String?
    /// The words on the permitted uses.
    package private(set) var terms: String?
    /// The address of the licence.
    package private(set) var licence: WebURL?
    /// The page of the work.
    package private(set) var page: WebURL?
    /// The name of the source.
    package private(set) var source: String?
    /// The description for people who cannot see the picture.
    package private(set) var alt: String?

    /// Reads a file. Metadata that cannot be read are left out.
    package init(ofFile path: String) {
        guard let file = try? PictureFile(path), let start = try? file.start(of: 0..<64 * 1024),
            let type = FileType(ofBeginning: start)
        else { return }
        let parts = MetadataParts(of: file, type)
        // XMP has the most precise names; the older formats fill the gaps.
        for packet in parts.packets { add(XMPValues(packet)) }
        for block in parts.blocks { add(IPTCValues(block)) }
        for directory in parts.directories { add(EXIFValues(directory)) }
    }

    package var isEmpty: Bool {
        creator == nil && notice == nil && terms == nil && licence == nil && page == nil
    }

    private mutating func add(_ values: XMPValues) {
        title = title ?? values["dc", "title"]
        creator = creator ?? values["cc", "attributionName"] ?? values["dc", "creator"]
        notice = notice ?? values["dc", "rights"]
        terms = terms ?? values["xmpRights", "UsageTerms"]
        let addresses = [values["cc", "license"], values["xmpRights", "WebStatement"]].compactMap {
            $0.flatMap { WebURL($0) }
        }
        licence = licence ?? addresses.first { Licence(creativeCommons: $0) != nil } ?? addresses.first
        page = page ?? (values["cc", "attributionURL"] ?? values["dc", "source"]).flatMap { WebURL($0) }
        source = source ?? values["photoshop", "Source"]
        alt = alt ?? values["Iptc4xmpCore", "AltTextAccessibility"]
    }

    private mutating func add(_ values: IPTCValues) {
        title = title ?? values[5]
        creator = creator ?? values[80]
        notice = notice ?? values[116]
        source = source ?? values[115]
    }

    private mutating func add(_ values: EXIFValues) {
        creator = creator ?? values[0x013B]
        notice = notice ?? values[0x8298]
    }
}

/// The parts of a picture file that hold metadata.
private struct MetadataParts {
    private(set) var packets: [[UInt8]] = []
    /// Blocks of IPTC-IIM.
    private(set) var blocks: [[UInt8]] = []
    /// Directories of EXIF, which begin with the byte order.
    private(set) var directories: [[UInt8]] = []

    private static let greatestCount = 4_096
    private static let greatestByteCount = 1 << 20

    init(of file: PictureFile, _ type: FileType) {
        switch type.fileExtension {
        case "jpg": readSegments(of: file)
        case "png":
            packets = PNGCredit.texts(in: file)
            readChunks(of: file, from: 8, isBigEndian: true)
        case "webp": readChunks(of: file, from: 12, isBigEndian: false)
        case "svg": readDrawing(file)
        default: break
        }
    }

    /// Takes the RDF of a drawing, with the tag of the drawing, where the prefixes are declared.
    private mutating func readDrawing(_ file: PictureFile) {
        guard let bytes = try? file.start(of: 0..<Self.greatestByteCount) else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let data = text.firstRange(of: "<rdf:RDF"), let root = text.firstRange(of: "<svg"),
            let rootEnd = text[root.upperBound...].firstIndex(of: ">"), rootEnd < data.lowerBound,
            let end = text[data.upperBound...].firstRange(of: "</rdf:RDF>")
        else { return }
        packets = [Array((text[root.lowerBound...rootEnd] + text[data.lowerBound..<end.upperBound]).utf8)]
    }

    private mutating func readSegments(of file: PictureFile) {
        var place = 2
        for _ in 0..<Self.greatestCount {
            guard let mark = try? file.bytes(place..<place + 4), mark[0] == 0xFF else { return }
            if mark[1] == 0xFF {
                place += 1
                continue
            }
            let length = mark[2...].bigEndianNumber
            guard length >= 2, mark[1] != 0xDA, let bytes = try? file.bytes(place + 4..<place + 2 + length)
            else { return }
            take(mark[1], bytes)
            place += 2 + length
        }
    }

    private mutating func take(_ mark: UInt8, _ bytes: [UInt8]) {
        for (own, header) in [
            (UInt8(0xE1), "http://ns.adobe.com/xap/1.0/\0"), (0xE1, "Exif\0\0"), (0xED, "Photoshop 3.0\0"),
        ]
        where mark == own && bytes.starts(with: header.utf8) {
            let rest = Array(bytes.dropFirst(header.utf8.count))
            switch header.first {
            case "h": packets.append(rest)
            case "E": directories.append(rest)
            default: readResources(rest)
            }
        }
    }

    /// Finds the block of IPTC among the resources of Photoshop.
    private mutating func readResources(_ bytes: [UInt8]) {
        var place = 0
        while place + 12 <= bytes.count, bytes[place..<place + 4].elementsEqual("8BIM".utf8) {
            let id = bytes[place + 4..<place + 6].bigEndianNumber
            let nameLength = (Int(bytes[place + 6]) + 2) & ~1
            let start = place + 6 + nameLength + 4
            guard start <= bytes.count else { return }
            let length = bytes[start - 4..<start].bigEndianNumber
            guard length <= bytes.count - start else { return }
            if id == 0x0404 { blocks.append(Array(bytes[start..<start + length])) }
            place = start + (length + 1) & ~1
        }
    }

    private mutating func readChunks(of file: PictureFile, from start: Int, isBigEndian: Bool) {
        var place = start
        for _ in 0..<Self.greatestCount {
            guard let head = try? file.bytes(place..<place + 8) else { return }
            let number = isBigEndian ? head[..<4].bigEndianNumber : head[4...].reversed().bigEndianNumber
            let name = String(decoding: isBigEndian ? head[4...] : head[..<4], as: UTF8.self)
            let end = place + 8 + number
            if ["eXIf", "EXIF", "XMP "].contains(name), number <= Self.greatestByteCount,
                let bytes = try? file.bytes(place + 8..<end)
            {
                if name == "XMP " {
                    packets.append(bytes)
                } else {
                    directories.append(bytes.withoutExifHeader)
                }
            }
            place = end + (isBigEndian ? 4 : number % 2)
        }
    }
}

extension [UInt8] {
    fileprivate var withoutExifHeader: [UInt8] {
        starts(with: "Exif\0\0".utf8) ? Array(dropFirst(6)) : self
    }
}

/// The values of IPTC-IIM, by the number of their data set in the application record.
private struct IPTCValues {
    private var values: [UInt8: String] = [:]

    subscript(number: UInt8) -> String? { values[number] }

    init(_ bytes: [UInt8]) {
        var place = 0
        while place + 5 <= bytes.count, bytes[place] == 0x1C {
            let length = bytes[place + 3..<place + 5].bigEndianNumber
            let start = place + 5
            // A greater length would be that of an extended data set, which no text needs.
            guard length < 0x8000, length <= bytes.count - start else { return }
            if bytes[place + 1] == 2, let text = [UInt8](bytes[start..<start + length]).metadataText {
                values[bytes[place + 2]] = values[bytes[place + 2]] ?? text
            }
            place = start + length
        }
    }
}

/// The texts in the first directory of EXIF, by their tags.
private struct EXIFValues {
    private var values: [Int: String] = [:]

    subscript(tag: Int) -> String? { values[tag] }

    init(_ bytes: [UInt8]) {
        guard bytes.count >= 8 else { return }
        let isBigEndian = bytes[0] == UInt8(ascii: "M")
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place + count <= bytes.count else { return nil }
            let part = bytes[place..<place + count]
            return isBigEndian ? part.bigEndianNumber : part.reversed().bigEndianNumber
        }
        guard let start = number(4, 4), let count = number(start, 2) else { return }
        for entry in 0..<min(count, 512) {
            let place = start + 2 + 12 * entry
            guard let tag = number(place, 2), let kind = number(place + 2, 2), kind == 2,
                let length = number(place + 4, 4),
                let offset = length <= 4 ? place + 8 : number(place + 8, 4),
                offset <= bytes.count, length <= bytes.count - offset
            else { continue }
            // The notice may have a second part after a zero, for editors.
            let text = [UInt8](bytes[offset..<offset + length].prefix { $0 != 0 }).metadataText
            if let text { values[tag] = values[tag] ?? text }
        }
    }
}

extension [UInt8] {
    /// The bytes as text, in UTF-8 or else in Latin-1; nil if nothing is visible.
    fileprivate var metadataText: String? {
        let text = String(validating: self, as: UTF8.self) ?? String(map { Character(Unicode.Scalar($0)) })
        return text.metadataText
    }
}

extension String {
    /// The beginning of the text on one line; nil if nothing is visible.
    var metadataText: String? {
        let text = String(String.UnicodeScalarView(unicodeScalars.prefix(4_000))).onOneLine
            .trimmingWhitespace()
        return text.contains { !$0.isWhitespace } ? String(text) : nil
    }
}
