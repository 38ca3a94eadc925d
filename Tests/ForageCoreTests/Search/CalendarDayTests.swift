import ForageCore
import Platform
import TestWording
import Testing

@Suite("Calendar days")
struct CalendarDayTests {
    @Test(
        "a day is written as it is read", arguments: ["2024-05-31", "2024-02-29", "2000-02-29", "0001-01-01"])
    func sound(text: String) { #expect(CalendarDay(text)?.description == text) }

    @Test(
        "invalid days are refused",
        arguments: [
            "", "2024", "2024-5-31", "2024-05-32", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01",
            "2024-01-00", "2024-01-01-01", "24-01-01", "2024/05/31", " 2024-05-31", "2024-05-3１",
            "+024-05-31",
        ])
    func unsound(text: String) { #expect(CalendarDay(text) == nil) }

    @Test(
        "a time belongs to its day, even before 1970 and around leap days",
        arguments: [
            (0, "1970-01-01"), (-1, "1969-12-31"), (86_399, "1970-01-01"), (951_782_399, "2000-02-28"),
            (951_782_400, "2000-02-29"), (951_868_800, "2000-03-01"), (1_735_689_599, "2024-12-31"),
            (4_107_542_400, "2100-03-01"),
        ])
    func containing(seconds: Double, day: String) {
        #expect(CalendarDay(containing: Date(timeIntervalSince1970: seconds)).description == day)
    }

    @Test(
        "a day has begun once it has begun somewhere on earth",
        arguments: [
            ("2024-05-31", true), ("2024-06-01", true), ("2024-06-02", false), ("2999-01-01", false),
        ])
    func beginning(text: String, hasBegun: Bool) throws {
        let day = try #require(CalendarDay(text))
        let noon = try #require(Date(iso8601: "2024-05-31T12:00:00Z"))
        do throws(QueryError) {
            try day.checkBeginning(as: "--day", at: noon)
            #expect(hasBegun)
        } catch {
            #expect(!hasBegun)
            #expect("\(error)" == "--day \(Wording.Queries.future(text)); leave it out for the latest.")
        }
    }

    @Test("earlier days sort first")
    func order() throws {
        let days = try ["2024-05-31", "2023-12-31", "2024-06-01"].map { try #require(CalendarDay($0)) }
        #expect(days.sorted().map(\.description) == ["2023-12-31", "2024-05-31", "2024-06-01"])
    }
}
