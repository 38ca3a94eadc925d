/// The place of a credit in an SVG file: its own element, first in the root.
enum SVGCredit {
    /// How far the root's tag may be from the beginning.
    private static let startByteCount = 1 << 20
    /// How far its end may be from the file's.
    private static let endByteCount = 64 * 1024
    /// The namespace of a C2PA manifest in SVG.
    private static let manifestSpace = Array("http://c2pa.org/manifest".utf8)

    static func splice(
        _ file: PictureFile, _ packet: CreditPacket
    ) throws(EmbeddingRefusal) -> Splice {
        var prolog = SVGProlog(try file.start(of: 0..<startByteCount))
        let root = try prolog.root()
        guard prolog.scanner.bytes.firstRange(of: manifestSpace) == nil else { throw .signed }
        try checkEnd(file, root)
        try checkSilence(prolog.scanner, root, on: packet.claims)
        let prefix = root.name.split(separator: ":").dropLast().first.map { $0 + ":" } ?? ""
        let element = "<\(prefix)metadata>\(packet.document().withReferences)</\(prefix)metadata>"
        var splice = Splice()
        if root.isEmpty {
            let closing = ">\(element)</\(root.name)>"
            splice.replace(root.range.upperBound - 2..<root.range.upperBound, with: Array(closing.utf8))
        } else {
            splice.insert(Array(element.utf8), at: root.range.upperBound)
        }
        return splice
    }

    /// Drawing programs write down who made a drawing and what may be done with it. Two credits would speak against each
    /// other.
    private static func checkSilence(
        _ scanner: XMLScanner, _ root: XMLScanner.Tag, on statements: Set<String>
    ) throws(EmbeddingRefusal) {
        var (scanner, names, next) = (scanner, XMLNames(), Optional(XMLScanner.Token.start(root)))
        while let token = next {
            if case .start(let tag) = token {
                _ = names.learn(from: tag, in: scanner.bytes)
                let isClaim =
                    isAny(of: statements, tag.name, names.fullName(of: tag))
                    || tag.attributes.contains { isAny(of: statements, $0.name, names.fullName(of: $0)) }
                guard !isClaim else {
                    throw EmbeddingRefusal("it names its author, licence or source itself")
                }
            }
            next = scanner.next()
        }
    }

    /// Whether a name is one of some; of one whose prefix an entity declares, what stands behind that is all there is to
    /// go by.
    private static func isAny(of statements: Set<String>, _ name: String, _ fullName: String?) -> Bool {
        if let fullName { return statements.contains(fullName) }
        let ending = name.drop { $0 != ":" }.dropFirst()
        return statements.contains { $0.hasSuffix("/\(ending)") || $0.hasSuffix("#\(ending)") }
    }

    /// A file whose root has no end was cut off.
    private static func checkEnd(
        _ file: PictureFile, _ root: XMLScanner.Tag
    ) throws(EmbeddingRefusal) {
        let start = max(root.range.upperBound, file.byteCount - endByteCount)
        let end = try file.bytes(start..<file.byteCount)
        if root.isEmpty { return try checkNothing(in: XMLScanner(end)) }
        let closing = Array("</\(root.name)".utf8)
        let last = end.indices.dropLast(closing.count).last { end[$0...].starts(with: closing) }
        guard let last else { throw .cutOff }
        var scanner = XMLScanner(end, from: last)
        guard case .end(root.name, _) = scanner.next() else { throw .cutOff }
        try checkNothing(in: scanner)
    }

    /// Behind the root only comments may stand.
    private static func checkNothing(in rest: XMLScanner) throws(EmbeddingRefusal) {
        var rest = rest
        while let token = rest.next() {
            switch token {
            case .comment, .instruction: continue
            case .text(let range) where rest.bytes[range].allSatisfy({ $0 <= 0x20 }): continue
            default: throw EmbeddingRefusal("something stands behind the end of its root")
            }
        }
        guard rest.isAtEnd else { throw .cutOff }
    }
}

/// What stands in front of an SVG's root, and its tag.
private struct SVGProlog {
    private(set) var scanner: XMLScanner
    /// In these, what is not ASCII can be written with references, and no tag can hide.
    private static let encodings = ["utf-8", "us-ascii", "ascii", "iso-8859-", "windows-125"]

    init(_ start: [UInt8]) {
        let isMarked = start.starts(with: [0xEF, 0xBB, 0xBF])
        scanner = XMLScanner(start, from: isMarked ? 3 : 0)
    }

    mutating func root() throws(EmbeddingRefusal) -> XMLScanner.Tag {
        try checkEncoding()
        while true {
            if scanner.starts(with: "<!DOCTYPE") {
                guard scanner.skipDocumentType() else { throw EmbeddingRefusal("its root cannot be found") }
                continue
            }
            switch scanner.next() {
            case .comment, .instruction: continue
            case .text(let range) where scanner.bytes[range].allSatisfy({ $0 <= 0x20 && $0 > 0 }): continue
            case .start(let tag): return tag
            default: throw EmbeddingRefusal("its root cannot be found")
            }
        }
    }

    private func checkEncoding() throws(EmbeddingRefusal) {
        guard scanner.starts(with: "<?xml") else { return }
        let words = String(decoding: scanner.bytes.prefix(256), as: UTF8.self).lowercased()
        let declaration = words.prefix { $0 != ">" }.filter { !$0.isWhitespace }
        guard let place = declaration.firstRange(of: "encoding=") else { return }
        let name = declaration[place.upperBound...].dropFirst()
        guard Self.encodings.contains(where: name.hasPrefix) else {
            throw EmbeddingRefusal("it is written in an encoding that is not usual")
        }
    }
}
