import Testing

@testable import ForageCore

@Suite("Computed BlurHashes")
struct BlurHashEncodingTests {
    private func pixels(_ width: Int, _ height: Int, _ colour: (Int, Int) -> [UInt8]) -> [UInt8] {
        (0..<height).flatMap { y in (0..<width).flatMap { x in colour(x, y) + [255] } }
    }

    @Test("a white picture has the hash that other programs compute")
    func white() {
        let hash = BlurHash.of(pixels(64, 64) { _, _ in [255, 255, 255] }, width: 64)
        #expect(
            hash?.description.hasPrefix("L") == true
                && hash?.description.dropFirst(2).hasPrefix("TSUA") == true)
    }

    @Test("hashes are valid for every number of components, and differ for different pictures")
    func components() {
        let picture = pixels(16, 12) { x, y in [UInt8(x * 16), UInt8(y * 20), UInt8((x * y) % 256)] }
        for columns in 1...9 {
            for rows in 1...9 {
                let hash = BlurHash.of(picture, width: 16, columns: columns, rows: rows)
                #expect(hash?.description.count == 4 + 2 * columns * rows)
            }
        }
        let mirrored = pixels(16, 12) { x, y in [UInt8((15 - x) * 16), UInt8(y * 20), 0] }
        #expect(BlurHash.of(picture, width: 16) != BlurHash.of(mirrored, width: 16))
        #expect(BlurHash.of([], width: 4) == nil && BlurHash.of([1, 2, 3, 4, 5], width: 1) == nil)
    }

    @Test("a look is written in 16 digits and read again")
    func look() {
        for bits in [0, 1, UInt64.max, 0x0123_4567_89AB_CDEF] {
            let look = PictureLook(bits: bits)
            #expect(look.description.count == 16 && PictureLook(look.description) == look)
        }
        #expect(PictureLook("0123") == nil && PictureLook("0123456789ABCDEF") == nil)
        #expect(PictureLook(bits: 0b1010).distance(to: PictureLook(bits: 0b0110)) == 2)
    }
}
