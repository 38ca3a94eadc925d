internal import Database
internal import ForageCore
internal import Platform

/// One connection that reads kept items.
struct ItemReader: ~Copyable {
    let identity: UInt64?
    private let settings: ItemSettings
    var database: Connection

    /// Opens the file; nil when there is none yet.
    init?(_ settings: ItemSettings) throws(DatabaseError) {
        let identity = settings.file.identity
        guard identity != nil else { return nil }
        let database = try settings.file.reading { (access) throws(DatabaseError) in
            try Self.open(settings, access)
        }
        guard let database else { return nil }
        self.settings = settings
        // What may change unseen is opened anew each time.
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
        // The program that makes it has not come to its tables yet.
        if version == 0 { return nil }
        return database
    }

    /// Whether there are items that the index does not have yet.
    mutating func hasUnindexed() throws(DatabaseError) -> Bool {
        // In a file of an earlier version all are in the index.
        guard try database.schemaVersion() == ItemSchema.steps.count else { return false }
        return try database.first("SELECT EXISTS (SELECT 1 FROM unindexed)") { $0.int(0) == 1 } ?? false
    }

    /// Puts items that the index does not have into one of this connection alone, as where the folder may not be
    /// written.
    private mutating func indexAside() throws(DatabaseError) {
        try database.run(ItemSchema.lateWords)
        try database.run(ItemSchema.lateLetters)
        for table in ["late_words", "late_letters"] {
            try database.run("INSERT INTO \(table) (\(table)) VALUES ('delete-all')")
        }
        let found = try database.unindexedItems(upTo: ItemWriter.greatestUnindexedCount * 2)
        for case (let number, let item?) in found { try database.indexAside(ItemText(item), of: number) }
    }

    /// The numbers of the best items of each provider, by the provider's number, in one pass over all that match.
    ///
    /// - Parameters:
    ///   - pass: What is looked for.
    ///   - isComplete: Whether items that the index does not have are looked through as well, which takes longer.
    /// - Returns: The numbers.
    /// - Throws: ``Database/DatabaseError`` when the file cannot be read.
    mutating func best(
        of pass: ItemPasses.Pass, isComplete: Bool = true
    ) throws(DatabaseError) -> ItemPasses.Result {
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
                return true
            }
        }
        return best.mapValues(\.numbers)
    }

    /// A page of what was found of a provider. An item that is gone still has its place, so that pages do not move.
    mutating func items(
        of provider: ProviderID, in result: ItemPasses.Result, page: Range<Int>
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

    /// All items of a provider, the newest first.
    mutating func items(of provider: ProviderID, page: Range<Int>) throws(DatabaseError) -> StoredPage {
        guard let number = try number(of: provider) else { return StoredPage() }
        let numbers = ItemSchema.numbers(ofProvider: number)
        let time = settings.time
        // One more than is wanted tells whether there is another page.
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

    /// The item of an id.
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

    /// A batch of items in the order of their numbers.
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

    /// What there is, by provider and kind.
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
    /// What may have been meant by words that find nothing.
    ///
    /// Goes once through the words of the index that begin as those of the query may, and only where that helps nobody
    /// through all of them. The time grows with their number, and with that of the places where they stand, which
    /// SQLite counts; of words only the few nearest are held.
    ///
    /// - Returns: Queries that find something, the likeliest first; none where there was not time enough.
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

    /// The first few of them that find something.
    private mutating func found(
        among candidates: [Query], of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) throws(DatabaseError) -> [Query] {
        var found: [Query] = []
        for candidate in candidates
        where found.count < Self.greatestSuggestionCount && ContinuousClock.now < deadline {
            if try finds(candidate, of: providers) { found.append(candidate) }
        }
        return found
    }

    /// Whether there was time for all of them.
    private mutating func lookThroughWords(
        beginningWith beginnings: [String], with respelling: inout Respelling,
        by deadline: ContinuousClock.Instant
    ) throws(DatabaseError) -> Bool {
        // A view of the index, of this connection alone.
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

    /// Whether one of the providers has an item that may be shown and satisfies the filters, among its best.
    private mutating func finds(_ query: Query, of providers: [ProviderID]) throws(DatabaseError) -> Bool {
        guard let match = ItemMatch(query.text) else { return false }
        // A suggestion has to come soon, and the words it is made of are those of the index.
        let result = try best(
            of: ItemPasses.Pass(match: match, limit: Self.probedCount), isComplete: false)
        for provider in providers {
            let page = try items(of: provider, in: result, page: 0..<Self.probedCount)
            if page.items.contains(where: { query.mayFind($0.item) }) { return true }
        }
        return false
    }

    private static let greatestSuggestionCount = 3
    private static let probedCount = 32
}

extension ItemMatch {
    /// The question that finds the number and the rank of all that matches.
    fileprivate func question(
        words wordTable: String, letters letterTable: String
    ) -> (statement: String, values: [any Bindable]) {
        switch (words, letters) {
        case (let words?, let letters?):
            // The sign keeps SQLite from asking the first index once for each row of the second.
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
    /// Whether the item satisfies all that an item can; its colour the services know.
    fileprivate func mayFind(_ item: Item) -> Bool {
        filters.allSatisfy { $0.name == .hue || $0.verdict(on: item) == .satisfied }
    }
}
