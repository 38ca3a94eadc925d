internal import Platform

/// The number of cases in tests that benefit from many.
///
/// A test run has only a few; `FORAGE_CAMPAIGN=100`, which `make campaign` sets, has all of them, and a lower number
/// that percentage.
package enum Campaign {
    private static let share = ProcessInfo.processInfo.environment["FORAGE_CAMPAIGN"].flatMap(Int.init) ?? 0

    /// The given number of cases in a test run, and up to `all` in a campaign.
    package static func count(_ few: Int, of all: Int) -> Int { max(few, all * min(share, 100) / 100) }

    /// The first elements in a test run, and up to all in a campaign.
    package static func some<Element>(_ few: Int, of all: [Element]) -> [Element] {
        Array(all.prefix(count(few, of: all.count)))
    }
}
