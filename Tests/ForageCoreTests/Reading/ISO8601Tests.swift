import ForageCore
import Platform
import Testing

@Suite("ISO 8601 times")
struct ISO8601Tests {
    @Test(
        "times are written as Foundation writes them",
        arguments: [
            0, 0.999, -0.5, -1, 59.999_999, 86_399, 951_782_400, 1_551_542_562.5, 1_700_000_000.25,
            4_107_542_399, -2_208_988_800, 253_402_300_799,
        ])
    func written(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(date.iso8601 == date.formatted(.iso8601))
        #expect(Date(iso8601: date.iso8601) == Date(timeIntervalSince1970: seconds.rounded(.down)))
    }

    @Test(
        "times are limited to years of four digits",
        arguments: [
            (1e300, "9999-12-31T23:59:59Z"), (.infinity, "9999-12-31T23:59:59Z"),
            (-1e300, "0000-01-01T00:00:00Z"), (-.infinity, "0000-01-01T00:00:00Z"),
        ])
    func bounds(seconds: Double, text: String) {
        #expect(Date(timeIntervalSince1970: seconds).iso8601 == text)
    }
}
