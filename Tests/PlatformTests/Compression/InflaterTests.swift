import Platform
import Testing

@Suite("Decompressing gzip")
struct InflaterTests {
    /// `<svg/>`, compressed with gzip.
    static let packed: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xB3, 0x29, 0x2E, 0x4B, 0xD7, 0xB7, 0x03,
        0x00, 0x49, 0xFB, 0xB9, 0xAC, 0x06, 0x00, 0x00, 0x00,
    ]

    @Test("the output is the same for all piece sizes", arguments: [1, 3, 10, 100])
    func pieces(pieceByteCount: Int) throws {
        var inflater = Inflater()
        var unpacked: [UInt8] = []
        var rest = Self.packed[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(pieceByteCount))
            rest = rest.dropFirst(part.count)
            var place = 0
            while let piece = try inflater.nextPiece(of: part.span.bytes, from: &place) { unpacked += piece }
        }
        #expect(unpacked == Array("<svg/>".utf8))
        let isAtEnd = inflater.isAtEnd
        #expect(isAtEnd)
    }

    @Test("decompression stops at the end of the first member")
    func members() throws {
        var inflater = Inflater()
        var place = 0
        let both = Self.packed + Self.packed
        let first = try inflater.nextPiece(of: both.span.bytes, from: &place)
        let second = try inflater.nextPiece(of: both.span.bytes, from: &place)
        #expect(first == Array("<svg/>".utf8))
        #expect(second == nil)
        let isAtEnd = inflater.isAtEnd
        #expect(isAtEnd)
    }

    @Test(
        "bytes that are not gzip are refused",
        arguments: [[0x1F, 0x8B, 9, 9], Array("<svg/>".utf8)] as [[UInt8]])
    func broken(bytes: [UInt8]) {
        #expect(throws: GzipError.self) {
            var inflater = Inflater()
            var place = 0
            let bytes = bytes + [UInt8](repeating: 0xFF, count: 20)
            while try inflater.nextPiece(of: bytes.span.bytes, from: &place) != nil {}
        }
    }

    @Test("everything before an error is returned, then the error", arguments: [1, 3, 100])
    func fault(pieceByteCount: Int) {
        var bytes = Self.packed
        bytes[19] ^= 1
        var unpacked: [UInt8] = []
        #expect(throws: GzipError.self) {
            var inflater = Inflater()
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = Array(rest.prefix(pieceByteCount))
                rest = rest.dropFirst(part.count)
                var place = 0
                while let piece = try inflater.nextPiece(of: part.span.bytes, from: &place) {
                    unpacked += piece
                }
            }
        }
        #expect(unpacked == Array("<svg/>".utf8))
    }

    @Test(
        "gzip is recognised by its first two bytes",
        arguments: [(packed, true), ([0x1F], false), ([], false), (Array("<svg/>".utf8), false)])
    func sniffing(bytes: [UInt8], isExpected: Bool) {
        let isPacked = Inflater.isPacked(bytes.span.bytes)
        #expect(isPacked == isExpected)
    }
}
