internal import Database
internal import ForageCore
internal import Platform

/// A connection that reads stored items.
struct ItemReader: ~Copyable {
    let identity: UInt64?
    private let settings: ItemSettings
    var database: Connection

    /// Opens the file; nil if it does not exist yet.
    init?(_ settings: ItemSettings) throws(DatabaseError) {
        let identity = settings.file.identity
        guard identity != nil else { return nil }
        let database = try settings.file.reading { (access) throws(DatabaseError) in
            try Self.open(settings, access)
        }
        guard let database else { return nil }
        self.settings = settings
        // A file with changes that may go unnoticed is reopened for each use.
        self.identity = database.mayChangeUnseen ? nil : identity
        self.database = database
    }

    private static func open(
        _ settings: ItemSettings, _ access: Connection.Access
    ) throws(DatabaseError) -> Connection? {
        var database = try Connection(settings.file.path, access)
        database.leaveLog()
        let version = try database.schemaVersion()
        guard version <= ItemSchema.steps.count else { throw .newer(version: version) }
        // Another program is still creating the file.
        if version == 0 { return nil }
        return database
    }

    /// Indicates whether some items are not indexed yet.
    mutating func hasUnindexed() throws(DatabaseError) -> Bool {
        // In a file of an earlier version, all items are indexed.
        guard try database.schemaVersion() == ItemSchema.steps.count else { return false }
        return try database.first("SELECT EXISTS (SELECT 1 FROM unindexed)") { $0.int(0) == 1 } ?? false
    }

    /// Indexes the remaining items in a temporary index of this connection, because the file may not be writable.
    private mutating func indexAside() throws(DatabaseError) {
        try database.run(ItemSchema.lateWords)
        try database.run(ItemSchema.lateLetters)
        for table in ["late_words", "late_letters"] {
            try database.run("INSERT INTO \(table) (\(table)) VALUES ('delete-all')")
        }
        let found = try database.unindexedItems(upTo: ItemWriter.greatestUnindexedCount * 2)
        for case (let number, let item?) in found { try database.indexAside(ItemText(item), of: number) }
    }

    /// Returns the numbers of each provider's best items, by the provider's number, in one pass over all matches.
    ///
    /// - Parameters:
    ///   - pass: The search.
    ///   - isComplete: True to include items that are not indexed yet, which takes longer.
    ///   - deadline: The time after which the rest of the matches is left out; nil for none.
    /// - Returns: The numbers.
    /// - Throws: ``Database/DatabaseError`` if the file cannot be read.
    mutating func best(
        of pass: ItemPass, isComplete: Bool = true, by deadline: ContinuousClock.Instant? = nil
    ) throws(DatabaseError) -> ItemPass.Result {
        var best: [Int: BestPlaces] = [:]
        var questions = [pass.match.question(words: "item_words", letters: "item_letters")]
        if isComplete, try hasUnindexed() {
            try indexAside()
            questions.append(pass.match.question(words: "late_words", letters: "late_letters"))
        }
        for question in questions {
            try database.each(question.statement, question.values) { row in
                let place = Hit(rank: row.double(1), number: row.int(0))
                best[ItemSchema.provider(of: place.number), default: BestPlaces(limit: pass.limit)].add(place)
                return deadline.map { ContinuousClock.now < $0 } ?? true
            }
        }
        return best.mapValues(\.numbers)
    }

    /// Returns a page of a provider's matches. A deleted item still counts, so that page boundaries do not move.
    mutating func items(
        of provider: ProviderID, in result: ItemPass.Result, page: Range<Int>
    ) throws(DatabaseError) -> StoredPage {
        guard let number = try number(of: provider), let numbers = result[number] else { return StoredPage() }
        let time = settings.time
        var items: [StoredItem] = []
        for number in numbers.prefix(page.upperBound).dropFirst(page.lowerBound) {
            let item = try database.first("SELECT \(ItemRow.columns) FROM item WHERE number = ?", number) {
                ItemRow($0)?.kept(of: provider, at: time)
            }
            if let item, let item { items.append(item) }
        }
        return StoredPage(items, next: numbers.count > page.upperBound ? page.upperBound : nil)
    }

    /// Returns a page of all items of a provider, the newest first.
    mutating func items(of provider: ProviderID, page: Range<Int>) throws(DatabaseError) -> StoredPage {
        guard let number = try number(of: provider) else { return StoredPage() }
        let numbers = ItemSchema.numbers(ofProvider: number)
        let time = settings.time
        // One additional item shows whether there is another page.
        let found = try database.rows(
            """
            SELECT \(ItemRow.columns) FROM item WHERE number BETWEEN ? AND ?
            ORDER BY number DESC LIMIT ? OFFSET ?
            """, numbers.lowerBound, numbers.upperBound, page.count + 1, page.lowerBound
        ) { ItemRow($0)?.kept(of: provider, at: time) }
        let items = found.prefix(page.count).compactMap { $0 }
        return StoredPage(items, next: found.count > page.count ? page.upperBound : nil)
    }

    private mutating func number(of provider: ProviderID) throws(DatabaseError) -> Int? {
        try database.first("SELECT number FROM provider WHERE name = ?", provider.name) { $0.int(0) }
    }

    /// Returns the item with an ID.
    mutating func item(_ id: ItemID) throws(DatabaseError) -> StoredItem? {
        let time = settings.time
        let item = try database.first(
            """
            SELECT \(ItemRow.columns) FROM item
            WHERE provider = (SELECT number FROM provider WHERE name = ?) AND local_id = ?
            """, id.provider.name, id.local
        ) { ItemRow($0)?.kept(of: id.provider, at: time) }
        return item ?? nil
    }

    /// Returns a batch of items in the order of their numbers.
    mutating func items(after number: Int, count: Int) throws(DatabaseError) -> [(
        number: Int, item: StoredItem?
    )] {
        let time = settings.time
        return try database.rows(
            """
            SELECT \(ItemRow.columns), item.number, provider.name FROM item
            JOIN provider ON provider.number = item.provider
            WHERE item.number > ? ORDER BY item.number LIMIT ?
            """, number, count
        ) { row in
            (row.int(4), ProviderID(row.text(5)).flatMap { ItemRow(row)?.kept(of: $0, at: time) })
        }
    }

    /// Returns the number and size of the items, by provider and kind.
    mutating func shares() throws(DatabaseError) -> [StorageShare] {
        try database.rows(
            """
            SELECT name, kind, count(*), sum(length(written)) FROM item
            JOIN provider ON provider.number = item.provider GROUP BY name, kind ORDER BY name, kind
            """
        ) { row in
            guard let provider = ProviderID(row.text(0)), let kind = Kind(rawValue: row.text(1)) else {
                return nil
            }
            return StorageShare(provider: provider, kind: kind, count: row.int(2), byteCount: row.int(3))
        }.compactMap { $0 }
    }
}

extension ItemReader {
    /// Suggests other spellings of a query that finds nothing.
    ///
    /// It scans the indexed words that share their beginning with those of the query, and all words only if that does
    /// not help. The time grows with the number of words and of their occurrences, which SQLite counts; only the
    /// nearest words are kept in memory.
    ///
    /// - Returns: Queries with results, the most likely first; empty if the time did not suffice.
    mutating func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) throws(DatabaseError) -> [Query] {
        guard let asked = Respelling(query), !asked.beginnings.isEmpty, try !finds(query, of: providers)
        else { return [] }
        for beginnings in [asked.beginnings.map(String.init), [""]] {
            var respelling = asked
            guard try lookThroughWords(beginningWith: beginnings, with: &respelling, by: deadline) else {
                return []
            }
            let found = try found(among: respelling.candidates, of: providers, by: deadline)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// Returns the first few candidates that find something.
    private mutating func found(
        among candidates: [Query], of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) throws(DatabaseError) -> [Query] {
        var found: [Query] = []
        for candidate in candidates
        where found.count < Respelling.greatestSuggestionCount && ContinuousClock.now < deadline {
            if try finds(candidate, of: providers) { found.append(candidate) }
        }
        return found
    }

    /// Scans the words with certain beginnings; returns false if the time did not suffice.
    private mutating func lookThroughWords(
        beginningWith beginnings: [String], with respelling: inout Respelling,
        by deadline: ContinuousClock.Instant
    ) throws(DatabaseError) -> Bool {
        // A virtual table over the index, for this connection alone.
        try database.run(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, item_words, row)")
        var count = 0
        var isInTime = ContinuousClock.now < deadline
        for first in beginnings where isInTime {
            try database.each(
                "SELECT term, doc FROM temp.vocabulary WHERE term >= ? AND term <= ?",
                [first, first + "\u{10FFFF}"]
            ) { row in
                respelling.look(at: row.text(0), in: row.int(1))
                count += 1
                if count.isMultiple(of: 256) { isInTime = ContinuousClock.now < deadline }
                return isInTime
            }
        }
        return isInTime
    }

    /// Indicates whether one of the providers has an item among its best that satisfies the filters.
    private mutating func finds(_ query: Query, of providers: [ProviderID]) throws(DatabaseError) -> Bool {
        guard let match = ItemMatch(query.text) else { return false }
        // A suggestion must be fast, and its words come from the index, so the index suffices.
        let result = try best(
            of: ItemPass(match: match, limit: Respelling.probedCount), isComplete: false)
        for provider in providers {
            let page = try items(of: provider, in: result, page: 0..<Respelling.probedCount)
            if page.items.contains(where: { query.mayFind($0.item) }) { return true }
        }
        return false
    }
}

extension ItemMatch {
    /// Returns the statement that selects the number and the rank of all matches.
    fileprivate func question(
        words wordTable: String, letters letterTable: String
    ) -> (statement: String, values: [any Bindable]) {
        switch (words, letters) {
        case (let words?, let letters?):
            // The plus sign prevents SQLite from querying the first index for each row of the second.
            (
                """
                SELECT rowid, rank FROM \(wordTable) WHERE \(wordTable) MATCH ?
                AND +rowid IN (SELECT rowid FROM \(letterTable) WHERE \(letterTable) MATCH ?)
                """, [words, letters]
            )
        case (let words?, nil):
            ("SELECT rowid, rank FROM \(wordTable) WHERE \(wordTable) MATCH ?", [words])
        case (nil, let letters):
            ("SELECT rowid, rank FROM \(letterTable) WHERE \(letterTable) MATCH ?", [letters])
        }
    }
}

extension Query {
    /// Indicates whether the item satisfies all filters that can be checked on an item, which excludes its colour.
    func mayFind(_ item: Item) -> Bool {
        filters.allSatisfy { $0.name == .hue || $0.verdict(on: item) == .satisfied }
    }
}
