import Platform
import Testing

@Suite("Bytes in hex")
struct HexTests {
    @Test(
        "have two digits each",
        arguments: [([], ""), ([0], "00"), ([0x0F, 0xF0, 0x9A, 0xFF], "0ff09aff")] as [([UInt8], String)])
    func digits(bytes: [UInt8], text: String) {
        #expect(bytes.hex == text)
        #expect((bytes + bytes).dropFirst(bytes.count).hex == text)
    }
}
