import ForageCore
import Testing

@Suite("Content-Range headers")
struct ContentRangeTests {
    @Test(
        "the range and the total length are read",
        arguments: [
            ("bytes 0-9/10", 0..<10, 10), ("Bytes 5-5/100", 5..<6, 100), ("bytes 1-2/*", 1..<3, nil),
        ] as [(String, Range<Int>, Int?)])
    func read(text: String, bytes: Range<Int>, total: Int?) throws {
        let range = try #require(ContentRange(text))
        #expect(range.bytes == bytes && range.total == total)
        #expect(range.description == text.lowercased())
    }

    @Test(
        "invalid text and impossible ranges are refused",
        arguments: [
            "", "bytes", "bytes 0-9", "bytes 9-0/10", "bytes 0-10/10", "items 0-1/2", "bytes a-b/c",
            "bytes */*", "bytes */10",
            "bytes -1-2/3", "bytes 0-9999999999999999999/*",
        ])
    func nonsense(text: String) { #expect(ContentRange(text) == nil) }
}
