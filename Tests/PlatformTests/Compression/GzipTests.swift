import Platform
import Testing

@Suite("Compressing with gzip")
struct GzipTests {
    @Test("compressed bytes decompress to the same bytes", arguments: [0, 1, 100, 300_000])
    func round(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        for effort in [Gzip.Effort.little, .most] {
            let packed = try #require(Gzip.pack(bytes, effort))
            var inflater = Inflater()
            var (place, unpacked) = (0, [UInt8]())
            while let piece = try inflater.nextPiece(of: packed.span.bytes, from: &place) {
                unpacked += piece
            }
            #expect(unpacked == bytes)
            if count > 1_000 { #expect(packed.count < count / 10) }
        }
    }

    @Test("each piece of a stream can be decompressed when it arrives", arguments: [0, 3, 100_000])
    func pieces(count: Int) throws {
        var stream = GzipStream()
        var inflater = Inflater()
        let noise = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 2_654_435_761 >> 13) }
        for (number, piece) in [noise, Array("owl".utf8), noise, []].enumerated() {
            let packed = stream?.pack(piece, isLast: number == 3) ?? []
            var (place, unpacked) = (0, [UInt8]())
            while let part = try inflater.nextPiece(of: packed.span.bytes, from: &place) { unpacked += part }
            #expect(unpacked == piece)
            #expect(inflater.isAtEnd == (number == 3))
        }
    }
}
