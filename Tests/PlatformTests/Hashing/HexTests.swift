import Platform
import Testing

@Suite("Hexadecimal text")
struct HexTests {
    @Test(
        "each byte has two digits",
        arguments: [([], ""), ([0], "00"), ([0x0F, 0xF0, 0x9A, 0xFF], "0ff09aff")] as [([UInt8], String)])
    func digits(bytes: [UInt8], text: String) {
        #expect(bytes.hex == text)
        #expect((bytes + bytes).dropFirst(bytes.count).hex == text)
    }
}
