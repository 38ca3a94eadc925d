import Platform
import TestPlaces
import Testing

@testable import ForageDownloads

@Suite("Detecting truncated pictures")
struct PictureEndTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func isCutOff(_ bytes: some Sequence<UInt8>, _ kind: String) throws -> Bool {
        try folder.write(bytes, to: "picture")
        let type = try #require(FileType(named: "picture." + kind))
        return try PictureFile(folder.path + "/picture").isCutOff(as: type)
    }

    private static let wholePictures: [(String, [UInt8])] = [
        ("jpg", SamplePictures.jpeg()), ("png", SamplePictures.png()),
        ("webp", SamplePictures.webP([SamplePictures.lossy])), ("svg", Array(SamplePictures.svg.utf8)),
        ("svgz", Gzip.pack(Array(SamplePictures.svg.utf8)) ?? []),
    ]

    @Test("every kind shows whether it is complete", arguments: wholePictures)
    func end(kind: String, bytes: [UInt8]) throws {
        #expect(try !isCutOff(bytes, kind))
        for count in bytes.count * 9 / 10..<bytes.count {
            #expect(try isCutOff(bytes.prefix(count), kind), "\(count) of \(bytes.count)")
        }
    }

    @Test("a PNG without its last chunk is truncated, whatever takes its place")
    func endless() throws {
        let bytes = SamplePictures.png().dropLast(12)
        #expect(try isCutOff(bytes, "png"))
        #expect(try isCutOff(bytes + [UInt8](repeating: 0, count: 13 << 20), "png"))
    }

    @Test("a malformed JPEG is complete if it ends with the end marker")
    func sloppyJPEG() throws {
        let small = SamplePictures.segment(0xE1, Array("Exif\0\0".utf8) + SamplePictures.jpeg())
        let bytes = SamplePictures.jpeg([small, [0x12, 0x34]]) + [0, 0]
        #expect(try !isCutOff(bytes, "jpg"))
        #expect(try isCutOff(bytes.dropLast(4) + [UInt8](repeating: 7, count: 100), "jpg"))
        #expect(try isCutOff([0xFF, 0xD8, 0xFF, 0x00] + [UInt8](repeating: 7, count: 500), "jpg"))
    }

    @Test("a GIF ends with its trailer, or the last block of a picture")
    func gif() throws {
        let colours = [UInt8](repeating: UInt8(ascii: ";"), count: 12)
        let beginning = Array("GIF89a".utf8) + [2, 0, 2, 0, 0x81, 0, 0] + colours
        let note: [UInt8] = [0x21, 0xFE, 2, 0x3B, 0, 0]
        let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0x80, 9, 9, 9, 8, 8, 8, 2, 3, 0, 0, 0x3B, 0]
        let whole = beginning + note + picture
        for count in 6..<whole.count {
            #expect(try isCutOff(whole.prefix(count), "gif"), "\(count) of \(whole.count)")
        }
        #expect(try !isCutOff(whole, "gif") && !isCutOff(whole + [0x3B], "gif"))
        #expect(
            try !isCutOff(whole + Array("trash".utf8), "gif") && isCutOff(whole + picture.dropLast(), "gif"))
        #expect(try isCutOff(beginning + [7], "gif"))
    }

    // MARK: - Drawings

    @Test(
        "an SVG is complete at the end tag of its root, whatever else ends in it",
        arguments: [
            "<svg><svg><path/></svg>|<path d='M1 1'/><g></g></svg>",
            "<svg><!-- </svg> -->|<path/></svg>", "<svg><![CDATA[</svg> ]]>|<g><path/></g></svg>",
            "<svg><?x </svg>?>|<path/></svg>", "<svg a='</svg>'><path/>|</svg>", "<svg/|>",
            "<!DOCTYPE svg [<!ENTITY a '</svg>'> <!-- don't > --> <?x ' ?>]><svg>&a;|</svg>",
            "<svg></g></g>|<path/></svg>", "<svg><g x=\">\" y='/'>a > b|</g></svg >\n<!-- Ink</svg>",
            "<!--></svg>--><svg><!---->|<svg/></svg>trash", "<s:svg><svg></svg></svg>|</s:svg>",
        ])
    func drawing(text: String) throws {
        let parts = text.split(separator: "|").map { Array($0.utf8) }
        #expect(try isCutOff(parts[0], "svg"))
        #expect(try !isCutOff(parts[0] + parts[1], "svg"))
    }

    @Test("so is an SVG in UTF-16, in either byte order", arguments: [true, false])
    func wide(isHighFirst: Bool) throws {
        // The two bytes of the first letter would begin and end a tag.
        let text = "\u{FEFF}<svg>\u{3C3E}<svg></svg><path/></svg>"
        let bytes = text.utf16.flatMap { unit in
            let bytes = unit.bigEndianBytes
            return isHighFirst ? bytes : bytes.reversed()
        }
        #expect(try !isCutOff(bytes, "svg") && !isCutOff(bytes.dropFirst(2), "svg"))
        #expect(try isCutOff(bytes.dropLast(2), "svg"))
    }

    @Test("the end tag is found even if it spans two reads of a long file")
    func longDrawing() throws {
        let text = "<svg>" + String(repeating: "<!-- </svg> --><g id='</svg>'/>", count: 20_000)
        #expect(try isCutOff(text.utf8, "svg") && !isCutOff((text + "</svg>").utf8, "svg"))
    }

    // MARK: - Boxes

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        UInt32(content.count + 8).bigEndianBytes + Array(name.utf8) + content
    }

    private static let beginning = box("ftyp", Array("avif\0\0\0\0".utf8))

    /// A table of one item, whose parts have offset and length; with a method other than 0, in the index itself.
    private static func index(_ method: UInt8, _ parts: [(place: UInt32, length: UInt32)]) -> [UInt8] {
        let places = parts.flatMap { $0.place.bigEndianBytes + $0.length.bigEndianBytes }
        let item: [UInt8] = [0, 1, 0, method, 0, 0] + UInt16(parts.count).bigEndianBytes
        return box("meta", [0, 0, 0, 0] + box("iloc", [1, 0, 0, 0, 0x44, 0, 0, 1] + item + places))
    }

    @Test("a file of boxes is complete with every box and every part its table lists")
    func boxes() throws {
        let index = Self.index(0, [(76, 4), (88, 4)])
        let data = Self.box("mdat", [1, 2, 3, 4])
        let whole = Self.beginning + index + data + data
        #expect(whole.count == 92)
        #expect(try !isCutOff(whole, "avif") && !isCutOff(whole + Self.box("free", []), "heic"))
        #expect(try !isCutOff(whole + Array("\r\n".utf8), "avif"))
        for count in 16..<whole.count {
            #expect(try isCutOff(whole.prefix(count), "avif"), "\(count) of \(whole.count)")
        }
    }

    @Test("without a table, the data box and a description of it are required")
    func tableless() throws {
        let data = Self.box("mdat", [1, 2, 3, 4])
        for index in [Self.box("meta", [UInt8](repeating: 0, count: 200)), Self.box("moov", [1])] {
            #expect(try isCutOff(Self.beginning + index, "avif"))
            #expect(try !isCutOff(Self.beginning + index + data, "avif"))
            #expect(try isCutOff(Self.beginning + index + data + [0, 0, 0], "avif"))
        }
        #expect(try isCutOff(Self.beginning, "avif") && isCutOff(Self.beginning + data, "avif"))
    }

    @Test("a small picture may be whole in its index, and an invalid table is ignored")
    func indexOnly() throws {
        #expect(try !isCutOff(Self.beginning + Self.index(1, [(0, 4)]), "avif"))
        let boundless = Self.index(0, [(.max, .max)])
        #expect(try isCutOff(Self.beginning + boundless + Self.box("mdat", []), "avif"))
        #expect(try isCutOff(Self.beginning + boundless.dropLast(1), "avif"))
        // Parts of no size may be listed any number of times.
        let items = [[UInt8]](repeating: [0, 0, 0, 0, 0xFF, 0xFF], count: 0xFFFF).flatMap(\.self)
        let table = Self.box("iloc", [0, 0, 0, 0, 0, 0, 0xFF, 0xFF] + items)
        let index = Self.box("meta", [0, 0, 0, 0] + table)
        #expect(try isCutOff(Self.beginning + index, "avif"))
    }
}
