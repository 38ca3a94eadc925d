package import Platform

/// A saved search that is run again and again, and shows each result once.
package struct Watch: Hashable, Sendable {
    /// The short name that a person chose.
    package let name: String
    /// The query, with all its filters.
    package let query: String
    /// Indicates whether providers that cannot apply every filter are left out.
    package let isStrict: Bool
    /// The number of results that are looked at.
    package let limit: Int
    /// The unique name of its feed.
    package let feedID: String
    /// The time when it was saved.
    package let addedAt: Date
    /// The time of the last run; nil if it never ran.
    package let ranAt: Date?
    /// The number of results found so far.
    package let foundCount: Int

    package init(
        name: String, query: String, isStrict: Bool, limit: Int, feedID: String, addedAt: Date,
        ranAt: Date? = nil, foundCount: Int = 0
    ) {
        self.name = name
        self.query = query
        self.isStrict = isStrict
        self.limit = limit
        self.feedID = feedID
        self.addedAt = addedAt
        self.ranAt = ranAt
        self.foundCount = foundCount
    }

    /// Indicates whether a text can be the name of a saved search: it becomes part of addresses and file names.
    package static func isName(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...64).contains(bytes.count) && bytes.first != UInt8(ascii: "-")
            && bytes.allSatisfy { $0.isLowercaseLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
    }
}

/// A result of a saved search.
package struct WatchedResult: Hashable, Sendable {
    /// Every key by which it can be recognized, also under another source.
    package let keys: [String]
    /// Its entry in a feed.
    package let entry: [UInt8]

    package init(keys: [String], entry: [UInt8]) {
        self.keys = keys
        self.entry = entry
    }
}

/// The saved searches of a person, and what each has found. A result of nil means that the store could not be used,
/// which has been reported.
package protocol WatchStore: Sendable {
    /// Saves a search; false if the name is in use.
    func add(_ watch: Watch) -> Bool?
    /// Removes a search and everything that it found; false if there is none.
    func remove(_ name: String) -> Bool?
    /// Returns all saved searches, sorted by name.
    func watches() -> [Watch]?
    /// Returns for each list of keys whether the search has found none of them before.
    func areNew(_ keys: [[String]], for name: String) -> [Bool]?
    /// Records a run with its results: those that are new become entries of the feed, and all are recognized from now
    /// on.
    ///
    /// - Parameters:
    ///   - new: The new results, the best first.
    ///   - others: The keys of results that were found before.
    ///   - name: The name of the search.
    ///   - date: The time of the run.
    /// - Returns: False if there is no such search any more.
    func note(_ new: [WatchedResult], others: [[String]], for name: String, at date: Date) -> Bool?
    /// Returns the last entries, the latest first.
    func entries(of name: String, upTo count: Int) -> [(date: Date, entry: [UInt8])]?
}
