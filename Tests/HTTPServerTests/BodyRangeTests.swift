import HTTPServer
import Testing

@Suite("Byte ranges")
struct BodyRangeTests {
    @Test(
        "a Range header selects the right part of ten bytes",
        arguments: [
            ("bytes=0-0", 0..<1), ("bytes=2-5", 2..<6), ("bytes=2-", 2..<10), ("bytes=-3", 7..<10),
            ("bytes=2-99999999999999999999", 2..<10), ("bytes=-99999999999999999999", 0..<10),
        ])
    func part(header: String, part: Range<Int>) {
        #expect(BodyRange(header)?.part(of: 10) == part)
    }

    @Test(
        "a range that starts after the end or has no bytes selects nothing",
        arguments: ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999-"])
    func nothing(header: String) throws {
        #expect(try #require(BodyRange(header)).part(of: 10) == nil)
    }

    @Test(
        "several ranges, other units and invalid ranges are ignored",
        arguments: [
            "bytes=0-1,3-4", "lines=0-1", "bytes=", "bytes=-", "bytes=5-2", "bytes=+1-2", "bytes=a-b",
            "bytes=99999999999999999999-5",
        ])
    func overlooked(header: String) {
        #expect(BodyRange(header) == nil)
    }
}
