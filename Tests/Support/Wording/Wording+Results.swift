extension Wording {
    /// Wordings about the outcome of a search.
    package enum Results {
        package static let notEnabled = "it is not enabled"
        package static let noAnswer = "no provider answered"
        package static let noneSearched = "no provider could be searched"
        package static let throttled = "throttled until "
        package static let cachedAnswer = "answer from the cache"
        package static let olderAnswer = "This is an older answer from the cache"
        package static let cached = "from the cache"
        package static let notPossible = "not possible"
        package static let noDateFilter = "cannot filter by date"
        package static let noColourFilter = "cannot filter by colour"
        package static let originalFile = "same original file"
        package static let whereToGetKeys = "`forage providers` shows where to get each key"
        package static let emptyPages = "two pages in a row are empty, so the list ends here"
        package static let network = "from the network"
        package static let timedOut = "timed out"
        package static let seeAlso = "See also: "
        package static let searchAgain = "Search again to find its current ID"
        package static let allDisabled =
            "every provider is disabled; to enable one: forage providers enable NAME"

        package static func skipped(_ reason: String) -> String { "skipped: \(reason)" }
        package static func leftOut(_ filter: String) -> String { "left out: cannot honour \(filter)" }
        package static func onlyKinds(_ kinds: String) -> String {
            "it has no results of this kind, only: \(kinds)"
        }
        package static func setKeys(_ variables: String, toSearch providers: String) -> String {
            "Set \(variables) to also search \(providers)"
        }
        package static func gone(_ id: String) -> String {
            "There is no result \(id), or it is no longer available"
        }
        package static func lastResult(_ number: Int, page: Int) -> String {
            "The list ends with result \(number), on page \(page)."
        }
        package static func nextPage(_ cursor: String) -> String { "next page: --cursor \(cursor)" }
        package static func cachedUpTo(_ age: String) -> String { "from the cache, up to \(age) old" }
        package static func furtherPage(_ reason: String) -> String { "a further page: \(reason)" }
    }
}
