import ForageSearch
import TestWording
import Testing

@Suite("Measuring an SVG document")
struct DocumentTests {
    private func summary(_ text: String) -> String {
        do throws(SVGError) {
            let size = try SVGSize(text: text)
            return (size.pixels()?.summary ?? "none") + (size.hasNamespace ? "" : " bare")
        } catch {
            return switch error {
            case .notSVG: "notSVG"
            case .malformed: "malformed"
            case .truncated: "truncated"
            case .limitExceeded: "limitExceeded"
            case .unsupportedEncoding: "unsupportedEncoding"
            case .compression: "compression"
            case .noLibrary: "noLibrary"
            case .system: "system"
            }
        }
    }

    private static let svg = "xmlns='http://www.w3.org/2000/svg'"

    @Test(
        "only the root element determines the size",
        arguments: [
            ("<svg \(svg) width='4' height='3'/>", "4 3 attributes"),
            ("<svg width='4' height='3'/>", "4 3 attributes bare"),
            ("<svg xmlns='' width='4' height='3'/>", "4 3 attributes bare"),
            ("<s:svg xmlns:s='http://www.w3.org/2000/svg' width='4' height='3'/>", "4 3 attributes"),
            ("<!-- <svg width='1' height='2'/> --><svg \(svg) width='4' height='3'/>", "4 3 attributes"),
            ("<svg \(svg)><svg width='4' height='3'/></svg>", "none"),
            ("<svg \(svg) width='4' height='3'><b></svg>", "4 3 attributes"),
            ("<svg \(svg) width='4' height='3'>\u{1}", "4 3 attributes"),
            ("<svg \(svg) width='4' height='3'><style>svg{width:9px}</style>", "4 3 attributes"),
            (
                "<!DOCTYPE svg [<!ENTITY n 'http://www.w3.org/2000/svg'>]><svg xmlns='&n;' width='4' height='3'>",
                "4 3 attributes"
            ),
            ("<!DOCTYPE svg [<!ENTITY v '0 0 4 3'>]><svg \(svg) viewBox='&v;'>", "4 3 viewBox"),
            (
                "<!DOCTYPE svg [<!ENTITY w '4'><!ATTLIST svg width CDATA '&w;px' height CDATA '3'>]><svg \(svg)/>",
                "4 3 attributes"
            ),
            (
                "<!DOCTYPE svg [<!ENTITY n 'http://www.w3.org/2000/svg'><!ATTLIST svg xmlns CDATA #FIXED '&n;'>]>"
                    + "<svg width='4' height='3'/>",
                "4 3 attributes"
            ),
            (
                "<!DOCTYPE svg SYSTEM 'svg.dtd'><svg xmlns='&n;' width='1&w;' height='3' viewBox='0 0 4 3'/>",
                "4 3 heightAndRatio bare"
            ),
            (
                "<!DOCTYPE svg SYSTEM 'svg.dtd' [<!ATTLIST svg width CDATA '1&w;' height CDATA '3'>]>"
                    + "<svg \(svg) viewBox='0 0 4 3'/>",
                "4 3 heightAndRatio"
            ),
            ("<svg \(svg) s:docname='x' width='4' height='3'>", "4 3 attributes"),
            ("<svg \(svg) xmlns:s='urn:s' s:width='9' width='4' height='3'>", "4 3 attributes"),
            ("<svg \(svg) WIDTH='9' Height='9'/>", "none"),
            ("<?xml version='1.1'?><svg \(svg) width='4' height='3'/>", "4 3 attributes"),
        ])
    func root(text: String, expected: String) {
        #expect(summary(text) == expected)
    }

    @Test(
        "a document that is not an SVG is refused with the reason",
        arguments: [
            ("<html xmlns='http://www.w3.org/1999/xhtml'><svg width='1'/></html>", "notSVG"),
            ("<SVG \(svg)/>", "notSVG"), ("<Svg \(svg)/>", "notSVG"), ("<x:svg/>", "notSVG"),
            ("<svg xmlns='http://www.w3.org/2000/SVG'/>", "notSVG"), ("<g \(svg)/>", "notSVG"),
            ("", "truncated"), ("<svg \(svg) width='4'", "truncated"), ("<!DOCTYPE svg [", "truncated"),
            ("nothing", "malformed"), ("<svg \(svg) width='4' \u{0}>", "malformed"),
            (" <?xml version='1.0'?><svg \(svg)/>", "malformed"), ("<svg width='&x;'/>", "malformed"),
            ("<?xml version='1.0' encoding='none-such'?><svg \(svg)/>", "unsupportedEncoding"),
            ("<svg \(svg) id='" + String(repeating: "x", count: 2_000_000) + "'/>", "limitExceeded"),
            ("<svg xmlns='urn:&#xFFFD;'/>", "notSVG"),
            (hiddenQuotes, "limitExceeded"),
        ])
    func refusals(text: String, expected: String) {
        #expect(summary(text) == expected)
    }

    /// Default attributes with more quotation marks than the limit, all written as references in an entity.
    private static let hiddenQuotes: String = {
        let defaults = (0..<8_001).map { "a\($0) CDATA &#34;&#34; " }.joined()
        return "<!DOCTYPE svg [<!ENTITY % p '<!ATTLIST svg \(defaults)>'>%p;]><svg \(svg)/>"
    }()

    @Test(
        "a document is identified for all piece sizes", arguments: [1, 2, 3, 7, 16])
    func naming(pieceByteCount: Int) {
        let picture =
            Array("\u{89}PNG".unicodeScalars.map { UInt8($0.value) }) + [13, 10, 26, 10]
            + [UInt8](repeating: 0, count: 40)
        #expect(throws: SVGError.notSVG(Wording.Pictures.format("PNG"))) {
            try measure(picture, by: pieceByteCount)
        }
    }

    @Test("a compressed document is decompressed first", arguments: [1, 2, 7, 4096])
    func packed(pieceByteCount: Int) throws {
        #expect(try measure(GzipDocuments.document, by: pieceByteCount).pixels()?.summary == "4 3 attributes")
    }

    @Test("a document with damage after its root is measured", arguments: [1, 3, 7, 4096])
    func damagedPacking(pieceByteCount: Int) throws {
        var damaged = GzipDocuments.document
        damaged[damaged.count - 6] ^= 0xFF
        #expect(try measure(damaged, by: pieceByteCount).pixels()?.summary == "4 3 attributes")
    }

    @Test("a document that cannot be decompressed, or has no root, is refused")
    func brokenPacking() {
        #expect(throws: SVGError.self) {
            try SVGSize([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF, 0xFF])
        }
        #expect(throws: SVGError.truncated) { try SVGSize(Array(GzipDocuments.document.prefix(20))) }
        #expect(throws: SVGError.truncated) { try SVGSize(GzipDocuments.nothing) }
        var damaged = GzipDocuments.nothing
        damaged[damaged.count - 5] ^= 0xFF
        #expect(throws: SVGError.compression("incorrect data check")) { try SVGSize(damaged) }
        #expect(throws: SVGError.limitExceeded(.bytes)) {
            try SVGSize([0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 0x61, count: 2_000_000))
        }
    }

    @Test("another compression than gzip is named", arguments: [false, true])
    func otherPacking(isPackedAgain: Bool) {
        let rest = [UInt8](repeating: 0, count: 20)
        for (start, name) in [
            ([0x42, 0x5A, 0x68, 0x39], "bzip2"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz"),
            ([0x50, 0x4B, 3, 4], "zip"), ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard"),
        ] as [([UInt8], String)] {
            #expect(throws: SVGError.compression("it is compressed as \(name), but only gzip is supported")) {
                try SVGSize(isPackedAgain ? GzipDocuments.storing(start + rest) : start + rest)
            }
        }
    }

    @Test("a compressed document that is another picture or doubly compressed is named")
    func otherContent() {
        #expect(throws: SVGError.notSVG(Wording.Pictures.format("GIF"))) {
            try SVGSize(GzipDocuments.storing(Array("GIF89a".utf8)))
        }
        #expect(throws: SVGError.compression("it is compressed with gzip twice")) {
            try SVGSize(GzipDocuments.storing(GzipDocuments.document))
        }
    }

    @Test("every error is described in a full sentence")
    func sentences() {
        #expect(throws: SVGError.notSVG(Wording.Pictures.rootElement("html"))) {
            try SVGSize(text: "<html/>")
        }
        let faults: [SVGError] = [
            .notSVG("x"), .malformed(line: 2, reason: "x"), .truncated, .unsupportedEncoding("x"),
            .compression("x"), .noLibrary("x"),
            .limitExceeded(.bytes), .limitExceeded(.quotes), .limitExceeded(.enumerations),
            .limitExceeded(.entities),
            .limitExceeded(.entityDeclarations), .limitExceeded(.entityNesting),
            .limitExceeded(.parameterEntities),
        ]
        #expect(Set(faults.map(\.description)).count == faults.count)
    }

    private func measure(_ bytes: [UInt8], by pieceByteCount: Int) throws(SVGError) -> SVGSize {
        var reader = SVGReader()
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieceByteCount))
            rest = rest.dropFirst(piece.count)
            if let size = try reader.read(piece.span.bytes) { return size }
        }
        return try reader.finish()
    }
}
