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
}
