package import Platform

/// Named collections of items that a person keeps, or a team.
package protocol CollectionStore: Sendable {
    /// The collections in the order of their names; nil if the store cannot be used.
    func collections() -> [ItemCollection]?
    /// The items of a collection in the order in which they were added; empty if there is none of this name.
    func items(of name: String) -> [ItemID]?
    /// Adds items to a collection, which is created by that, and removes others.
    ///
    /// - Returns: False if the store cannot be used.
    func change(_ name: String, adding added: [ItemID], removing removed: [ItemID]) -> Bool
}

/// A collection of items.
package struct ItemCollection: Hashable, Sendable {
    package let name: String
    package let count: Int

    package init(name: String, count: Int) {
        self.name = name
        self.count = count
    }

    /// Indicates whether a text can be the name of a collection.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.count <= 100 && text.printable() == text && text.trimmingWhitespace() == text
    }
}

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

/// A record of the files that were downloaded before, even if they have been moved or deleted.
package protocol FileArchive: Sendable {
    /// Returns true if a file of an item was downloaded in this size.
    func has(_ id: ItemID, size: String) throws(FileArchiveError) -> Bool
    /// Records that it was. Downloads that cannot be recorded are counted in ``trouble``.
    func note(_ id: ItemID, size: String)
    /// The error that prevents further use; nil if there is none.
    var trouble: FileArchiveError? { get }
}

/// The reason why an archive of files can no longer be used.
package struct FileArchiveError: Error, Hashable, Sendable {
    /// A clause that describes the reason.
    package let reason: String
    /// The number of files downloaded since then that are not recorded.
    package let unnotedCount: Int

    package init(_ reason: String, unnotedCount: Int = 0) {
        self.reason = reason
        self.unnotedCount = unnotedCount
    }
}

/// The secret keys of a seal that several machines share and that change from time to time.
package protocol SealKeys: Sendable {
    /// The valid keys, the first of which makes seals.
    var keys: [[UInt8]] { get }
}
