internal import Database
internal import ForageCore

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
    ) throws(DatabaseFault) -> [Query] {
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
    ) throws(DatabaseFault) -> [Query] {
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
    ) throws(DatabaseFault) -> Bool {
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
    private mutating func finds(_ query: Query, of providers: [ProviderID]) throws(DatabaseFault) -> Bool {
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

extension Query {
    /// Whether the item satisfies all that an item can; its colour the services know.
    fileprivate func mayFind(_ item: Item) -> Bool {
        filters.allSatisfy { $0.name == .hue || $0.verdict(on: item) == .satisfied }
    }
}
