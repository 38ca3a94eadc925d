internal import Platform

/// How much is tried in a test whose worth grows with its length.
///
/// A test run tries a little of it; `FORAGE_CAMPAIGN=100`, which `make campaign` sets, everything, and a lower number so
/// many per cent.
package enum Campaign {
    private static let share = ProcessInfo.processInfo.environment["FORAGE_CAMPAIGN"].flatMap(Int.init) ?? 0

    /// So many cases in a test run, and up to `all` in a campaign.
    package static func count(_ few: Int, of all: Int) -> Int { max(few, all * min(share, 100) / 100) }

    /// The first of them in a test run, and up to all in a campaign.
    package static func some<Element>(_ few: Int, of all: [Element]) -> [Element] {
        Array(all.prefix(count(few, of: all.count)))
    }
}
