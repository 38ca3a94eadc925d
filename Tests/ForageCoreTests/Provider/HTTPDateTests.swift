import ForageCore
import Platform
import Testing

@Suite("HTTP times")
struct HTTPDateTests {
    /// 1 January 2026.
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    @Test(
        "all three formats are read, in any case",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "SUN, 06 nov 1994 08:49:37 gMt",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "sunday, 06-NOV-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ])
    func forms(text: String) {
        #expect(HTTPDate(text, near: now)?.date == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(
        "a year of two digits is never more than 50 years ahead",
        arguments: [("25", 2025), ("26", 2026), ("75", 2075), ("77", 1977), ("99", 1999), ("70", 2070)])
    func shortYears(digits: String, year: Int) {
        let short = HTTPDate("Sunday, 01-Jan-\(digits) 00:00:00 GMT", near: now)
        #expect(short == HTTPDate("Sun, 01 Jan \(year) 00:00:00 GMT"))
        #expect(short != nil)
    }

    @Test(
        "invalid times are refused",
        arguments: [
            "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT",
            "Sun, 06  Nov 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Foo, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 AEST", "Sun Nov 6 08:49:37 1994",
            "Sun Nov 06 08:49:37 94", "Sunday, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37",
            "Sunday, 30-Feb-94 08:49:37 GMT", "-1", "", " ", ",",
        ])
    func refused(text: String) {
        #expect(HTTPDate(text, near: now) == nil)
    }

    @Test(
        "a time is written in the format that is read",
        arguments: [
            (0.0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"), (-5, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (1e300, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ])
    func written(seconds: Double, text: String) {
        #expect(HTTPDate(Date(timeIntervalSince1970: seconds)).description == text)
    }

    @Test("every seventh day of four centuries is written and read back")
    func days() {
        for day in stride(from: 0, to: 146_097, by: 7) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            #expect(HTTPDate(HTTPDate(date).description)?.date == date)
        }
    }
}
