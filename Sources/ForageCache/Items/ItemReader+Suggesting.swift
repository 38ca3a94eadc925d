internal import Database
internal import ForageCore

extension ItemReader {
    /// What may have been meant by words that find nothing.
    ///
    /// Goes once through the words of the index that begin as those of the query may. The time grows with their number,
    /// and with that of the places where they stand, which SQLite counts; of words only the few nearest are held.
    ///
    /// - Returns: Queries that find something, the likeliest first; none where there was not time enough.
    mutating func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) throws(DatabaseFault) -> [Query] {
        guard var respelling = Respelling(query), try !finds(query, of: providers),
            try lookThroughWords(with: &respelling, by: deadline)
        else { return [] }
        var suggestions: [Query] = []
        for candidate in respelling.candidates where suggestions.count < Self.greatestSuggestionCount {
            guard ContinuousClock.now < deadline else { return suggestions }
            if try finds(candidate, of: providers) { suggestions.append(candidate) }
        }
        return suggestions
    }

    /// Whether there was time for all of them.
    private mutating func lookThroughWords(
        with respelling: inout Respelling, by deadline: ContinuousClock.Instant
    ) throws(DatabaseFault) -> Bool {
        // A view of the index, of this connection alone.
        try database.run(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, item_words, row)")
        var count = 0
        var isInTime = ContinuousClock.now < deadline
        for beginning in respelling.beginnings where isInTime {
            let first = String(beginning)
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
        let result = try best(of: ItemPasses.Pass(match: match, limit: Self.probedCount))
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
