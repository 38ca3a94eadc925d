import HTTPServer
import Testing

@Suite("The part of a body that is asked for")
struct BodyRangeTests {
    @Test(
        "is what the header names, of ten bytes",
        arguments: [
            ("bytes=0-0", 0..<1), ("bytes=2-5", 2..<6), ("bytes=2-", 2..<10), ("bytes=-3", 7..<10),
            ("bytes=2-99999999999999999999", 2..<10), ("bytes=-99999999999999999999", 0..<10),
        ])
    func part(header: String, part: Range<Int>) {
        #expect(BodyRange(header)?.part(of: 10) == part)
    }

    @Test(
        "is none where it begins behind the end or has no bytes",
        arguments: ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999-"])
    func nothing(header: String) throws {
        #expect(try #require(BodyRange(header)).part(of: 10) == nil)
    }

    @Test(
        "is overlooked where there are several, other units or nonsense",
        arguments: [
            "bytes=0-1,3-4", "lines=0-1", "bytes=", "bytes=-", "bytes=5-2", "bytes=+1-2", "bytes=a-b",
            "bytes=99999999999999999999-5",
        ])
    func overlooked(header: String) {
        #expect(BodyRange(header) == nil)
    }
}
