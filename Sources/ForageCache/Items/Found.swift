internal import Database

/// The question that finds a page of items.
///
/// What is found first and read afterwards is a few numbers, however many items match. A number in the index
/// whose item is gone still has its place, so that pages do not move.
struct Found {
    let statement: String
    let values: [any Bindable]

    init(_ numbers: ClosedRange<Int>, _ match: ItemMatch?, _ page: Range<Int>) {
        let window: [any Bindable] = [
            numbers.lowerBound, numbers.upperBound, page.count + 1, page.lowerBound,
        ]
        switch (match?.words, match?.letters) {
        case (nil, nil):
            statement = """
                SELECT \(ItemRow.columns) FROM item WHERE number BETWEEN ? AND ?
                ORDER BY number DESC LIMIT ? OFFSET ?
                """
            values = window
        case (let words?, nil):
            statement = Self.statement("item_words", where: "item_words MATCH ?")
            values = [words] + window
        case (nil, let letters?):
            statement = Self.statement("item_letters", where: "item_letters MATCH ?")
            values = [letters] + window
        case (let words?, let letters?):
            statement = Self.statement("item_words", where: Self.bothMatch)
            values = [words, letters] + window
        }
    }

    // The sign keeps SQLite from asking the first index once for each row of the second.
    private static let bothMatch = """
        item_words MATCH ? AND +rowid IN (SELECT rowid FROM item_letters WHERE item_letters MATCH ?)
        """

    /// Ordering by the rank alone would have FTS5 sort everything that matches instead of keeping the best.
    private static func statement(_ table: String, where condition: String) -> String {
        """
        SELECT \(ItemRow.columns) FROM (
            SELECT rowid AS place, rank AS score FROM \(table) WHERE \(condition) AND rowid BETWEEN ? AND ?
            ORDER BY rank, rowid DESC LIMIT ? OFFSET ?
        ) LEFT JOIN item ON item.number = place ORDER BY score, place DESC
        """
    }
}
