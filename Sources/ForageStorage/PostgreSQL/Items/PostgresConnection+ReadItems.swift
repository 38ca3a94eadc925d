internal import Database
internal import ForageCore
internal import Platform

/// The columns of ``ItemRow``, whose times are by the clock of the machine whose time is a parameter.
private func columns(timeAt place: Int) -> String {
    let offset = PostgresSchema.offset(place)
    return "local_id, met - \(offset), expires - \(offset), written"
}

extension PostgresConnection {
    /// Returns the numbers of each provider's best items.
    mutating func best(of pass: ItemPass) throws(DatabaseError) -> [ProviderID: [Int]] {
        let phrases = pass.match.phrases
        let ranking = try ranking(of: pass.match, phrases)
        var best: [ProviderID: BestPlaces] = [:]
        for item in try matches(of: pass) {
            let vector = WordVector(printed: item.words)
            let rank = ranking.rank(
                phrases.map { $0.frequency(in: vector, letters: item.letters) }, length: item.length)
            best[item.provider, default: BestPlaces(limit: pass.limit)].add(
                Hit(rank: rank, number: item.number))
        }
        return best.mapValues(\.numbers)
    }

    /// The number of items up to which they are counted exactly.
    private static var greatestExactCount: Int { 5_000 }

    private struct Match {
        let provider: ProviderID
        let number: Int
        let length: Int
        let words: String
        let letters: String
    }

    private mutating func matches(of pass: ItemPass) throws(DatabaseError) -> [Match] {
        let match = pass.match
        var conditions: [String] = []
        var values: [any Bindable] = []
        func place(_ value: any Bindable) -> String {
            values.append(value)
            return "$\(values.count)"
        }
        var rank = "0"
        if let query = match.wordQuery {
            let query = "\(place(query))::tsquery"
            conditions.append("words @@ \(query)")
            rank = "ts_rank('{0.1, 0.3, 0.5, 1}', words, \(query))"
        }
        if let query = match.trigramQuery { conditions.append("trigrams @@ \(place(query))::tsquery") }
        for part in match.parts { conditions.append("strpos(letters, \(place(part))) > 0") }
        let length = match.conditions.isEmpty ? "greatest(length(letters) - 2, 0)::bigint" : "word_count"
        // Selecting the best of each provider is faster than sorting all matches. The number of providers is limited so
        // that the planner does not overestimate it and compile the statement.
        let statement = """
            WITH found AS MATERIALIZED (
                SELECT provider, number, words, word_count, letters, \(rank) AS rank
                FROM forage.item WHERE \(conditions.joined(separator: " AND "))
            )
            SELECT provider, number, \(length), words::text, coalesce(letters, '')
            FROM (SELECT DISTINCT provider FROM found LIMIT 64) AS source CROSS JOIN LATERAL (
                SELECT number, words, word_count, letters FROM found WHERE found.provider = source.provider
                ORDER BY rank DESC, number DESC LIMIT \(max(pass.limit * 4, 512))
            ) AS best
            """
        return try rows(statement, with: values) { row in
            ProviderID(row.text(0)).map {
                Match(
                    provider: $0, number: row.int(1), length: row.int(2), words: row.text(3),
                    letters: row.text(4))
            }
        }.compactMap(\.self)
    }

    private mutating func ranking(
        of match: ItemMatch, _ phrases: [MatchPhrase]
    ) throws(DatabaseError) -> ItemRanking {
        var values: [any Bindable] = []
        func place(_ value: any Bindable) -> String {
            values.append(value)
            return "$\(values.count)"
        }
        let counts = phrases.map { phrase in
            let query = "\(place(phrase.query))::tsquery"
            switch phrase {
            case .beginning(let word):
                // Many items are not counted one by one; an item with several of the words then counts more than once.
                let first = place(WordVector.lexeme(word))
                let last = place(WordVector.lexeme(word) + "\u{10FFFF}")
                return """
                    (SELECT CASE WHEN number > \(Self.greatestExactCount) THEN least(number, item_total.item_count)
                        ELSE (SELECT count(*) FROM forage.item WHERE words @@ \(query)) END
                    FROM (SELECT coalesce(sum(word.item_count), 0)::bigint AS number FROM forage.word
                        WHERE word >= \(first) AND word <= \(last)) AS sum)
                    """
            case .adjacent: return "(SELECT count(*) FROM forage.item WHERE words @@ \(query))"
            case .part(let text):
                let text = place(text)
                return """
                    (SELECT count(*) FROM forage.item WHERE trigrams @@ \(query) AND strpos(letters, \(text)) > 0)
                    """
            }
        }
        let totals =
            match.conditions.isEmpty ? ["lettered_count", "trigram_count"] : ["item_count", "word_count"]
        let statement = """
            SELECT \((totals + counts).joined(separator: ", ")) FROM forage.item_total WHERE id = 1
            """
        let numbers = try rows(statement, with: values) { row in
            (0..<counts.count + 2).map { row.int($0) }
        }.first
        let all = numbers ?? []
        return ItemRanking(
            itemCount: all.first ?? 0, length: all.dropFirst().first ?? 0, counts: Array(all.dropFirst(2)))
    }

    /// Returns a page of a provider's matches. A deleted item still counts, so that page boundaries do not move.
    mutating func items(
        of provider: ProviderID, numbered numbers: [Int], page: Range<Int>, at time: Double
    ) throws(DatabaseError) -> StoredPage {
        let wanted = numbers.prefix(page.upperBound).dropFirst(page.lowerBound)
        guard !wanted.isEmpty else { return StoredPage() }
        let list = "{\(wanted.map(String.init).joined(separator: ","))}"
        let found = try rows(
            """
            SELECT \(columns(timeAt: 3)), number FROM forage.item
            WHERE provider = $1 AND number = ANY ($2::bigint[])
            """, provider.name, list, time
        ) { (number: $0.int(4), item: ItemRow($0)?.kept(of: provider, at: time)) }
        let items = wanted.compactMap { number in found.first { $0.number == number }?.item }
        return StoredPage(items, next: numbers.count > page.upperBound ? page.upperBound : nil)
    }

    /// Returns a page of all items of a provider, the newest first.
    mutating func items(
        of provider: ProviderID, page: Range<Int>, at time: Double
    ) throws(DatabaseError) -> StoredPage {
        let found = try rows(
            """
            SELECT \(columns(timeAt: 4)) FROM forage.item WHERE provider = $1
            ORDER BY number DESC LIMIT $2::bigint OFFSET $3::bigint
            """, provider.name, page.count + 1, page.lowerBound, time
        ) { ItemRow($0)?.kept(of: provider, at: time) }
        let items = found.prefix(page.count).compactMap(\.self)
        return StoredPage(items, next: found.count > page.count ? page.upperBound : nil)
    }

    /// Returns the item with an ID.
    mutating func item(_ id: ItemID, at time: Double) throws(DatabaseError) -> StoredItem? {
        let item = try first(
            "SELECT \(columns(timeAt: 3)) FROM forage.item WHERE provider = $1 AND local_id = $2",
            id.provider.name, Array(id.local.utf8), time
        ) { ItemRow($0)?.kept(of: id.provider, at: time) }
        return item ?? nil
    }

    /// Returns a batch of items in the order of their providers and numbers.
    mutating func items(
        after place: (provider: String, number: Int), count: Int, at time: Double
    ) throws(DatabaseError) -> [(place: (String, Int), item: StoredItem?)] {
        try rows(
            """
            SELECT \(columns(timeAt: 4)), provider, number FROM forage.item
            WHERE (provider, number) > ($1, $2::bigint) ORDER BY provider, number LIMIT $3::bigint
            """, place.provider, place.number, count, time
        ) { row in
            let name = row.text(4)
            return (
                (name, row.int(5)), ProviderID(name).flatMap { ItemRow(row)?.kept(of: $0, at: time) }
            )
        }
    }
}

extension PostgresConnection {
    /// Suggests other spellings of a query that finds nothing, as the index in a file does.
    mutating func suggestions(
        for query: Query, of providers: [ProviderID], at time: Double, by deadline: ContinuousClock.Instant
    ) throws(DatabaseError) -> [Query] {
        guard let asked = Respelling(query), !asked.beginnings.isEmpty,
            try !finds(query, of: providers, at: time)
        else { return [] }
        for beginnings in [asked.beginnings.map(String.init), [""]] {
            var respelling = asked
            for beginning in beginnings {
                guard try lookThroughWords(beginningWith: beginning, with: &respelling, by: deadline) else {
                    return []
                }
            }
            var found: [Query] = []
            for candidate in respelling.candidates
            where found.count < Respelling.greatestSuggestionCount && ContinuousClock.now < deadline {
                if try finds(candidate, of: providers, at: time) { found.append(candidate) }
            }
            if !found.isEmpty { return found }
        }
        return []
    }

    /// Scans the words with a beginning; returns false if the time did not suffice.
    private mutating func lookThroughWords(
        beginningWith first: String, with respelling: inout Respelling, by deadline: ContinuousClock.Instant
    ) throws(DatabaseError) -> Bool {
        let stepCount = 4_096
        var last = ""
        while ContinuousClock.now < deadline {
            let words = try rows(
                """
                SELECT word, item_count FROM forage.word
                WHERE word >= $1 AND word <= $2 AND word > $3 AND item_count > 0
                ORDER BY word LIMIT \(stepCount)
                """, first, first + "\u{10FFFF}", last
            ) { (text: $0.text(0), itemCount: $0.int(1)) }
            for word in words { respelling.look(at: word.text, in: word.itemCount) }
            guard words.count == stepCount, let end = words.last else { return true }
            last = end.text
        }
        return false
    }

    /// Indicates whether one of the providers has an item among its best that satisfies the filters.
    private mutating func finds(
        _ query: Query, of providers: [ProviderID], at time: Double
    ) throws(DatabaseError) -> Bool {
        guard let match = ItemMatch(query.text) else { return false }
        let best = try best(of: ItemPass(match: match, limit: Respelling.probedCount))
        for provider in providers {
            let page = try items(
                of: provider, numbered: best[provider] ?? [], page: 0..<Respelling.probedCount, at: time)
            if page.items.contains(where: { query.mayFind($0.item) }) { return true }
        }
        return false
    }
}
