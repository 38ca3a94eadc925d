internal import Database
internal import Essentials
internal import ForageCore

/// One connection that reads kept items.
struct ItemReader: ~Copyable {
    let identity: UInt64?
    private let settings: ItemSettings
    var database: Connection

    /// Opens the file; nil when there is none yet.
    init?(_ settings: ItemSettings) throws(DatabaseFault) {
        let identity = settings.file.identity
        guard identity != nil else { return nil }
        let database = try settings.file.reading { (access) throws(DatabaseFault) in
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
    ) throws(DatabaseFault) -> Connection? {
        var database = try Connection(settings.file.path, access)
        database.leaveLog()
        let version = try database.schemaVersion()
        guard version <= ItemSchema.steps.count else { throw .newer(version: version) }
        // The program that makes it has not come to its tables yet.
        if version == 0 { return nil }
        return database
    }

    /// Whether there are items that the index does not have yet.
    mutating func hasUnindexed() throws(DatabaseFault) -> Bool {
        // In a file of an earlier version all are in the index.
        guard try database.schemaVersion() == ItemSchema.steps.count else { return false }
        return try database.first("SELECT EXISTS (SELECT 1 FROM unindexed)") { $0.int(0) == 1 } ?? false
    }

    /// Puts items that the index does not have into one of this connection alone, as where the folder may not be
    /// written.
    private mutating func indexAside() throws(DatabaseFault) {
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
    /// - Throws: ``Database/DatabaseFault`` when the file cannot be read.
    mutating func best(
        of pass: ItemPasses.Pass, isComplete: Bool = true
    ) throws(DatabaseFault) -> ItemPasses.Result {
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
    ) throws(DatabaseFault) -> KeptPage {
        guard let number = try number(of: provider), let numbers = result[number] else { return KeptPage() }
        let time = settings.time
        var items: [KeptItem] = []
        for number in numbers.prefix(page.upperBound).dropFirst(page.lowerBound) {
            let item = try database.first("SELECT \(ItemRow.columns) FROM item WHERE number = ?", number) {
                ItemRow($0)?.kept(of: provider, at: time)
            }
            if let item, let item { items.append(item) }
        }
        return KeptPage(items, next: numbers.count > page.upperBound ? page.upperBound : nil)
    }

    /// All items of a provider, the newest first.
    mutating func items(of provider: ProviderID, page: Range<Int>) throws(DatabaseFault) -> KeptPage {
        guard let number = try number(of: provider) else { return KeptPage() }
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
        return KeptPage(items, next: found.count > page.count ? page.upperBound : nil)
    }

    private mutating func number(of provider: ProviderID) throws(DatabaseFault) -> Int? {
        try database.first("SELECT number FROM provider WHERE name = ?", provider.name) { $0.int(0) }
    }

    /// The item of an id.
    mutating func item(_ id: ItemID) throws(DatabaseFault) -> KeptItem? {
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
    mutating func items(after number: Int, count: Int) throws(DatabaseFault) -> [(
        number: Int, item: KeptItem?
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
    mutating func shares() throws(DatabaseFault) -> [KeptShare] {
        try database.rows(
            """
            SELECT name, kind, count(*), sum(length(written)) FROM item
            JOIN provider ON provider.number = item.provider GROUP BY name, kind ORDER BY name, kind
            """
        ) { row in
            guard let provider = ProviderID(row.text(0)), let kind = Kind(rawValue: row.text(1)) else {
                return nil
            }
            return KeptShare(provider: provider, kind: kind, count: row.int(2), byteCount: row.int(3))
        }.compactMap { $0 }
    }
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
