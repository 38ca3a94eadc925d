internal import ForageCore

/// What of an item is searched, as folded words with single spaces between them.
struct ItemText: Hashable {
    /// The words, one text a column: title, summary, tags, creator, collection.
    let columns: [String]
    /// The words of scripts that put no spaces between them, where a search looks inside of words; often empty.
    let letters: String

    init(_ item: Item) {
        let texts = [
            item.title, item.summary ?? "", item.tags.joined(separator: " "), item.creator.fact?.name ?? "",
            item.collection ?? "",
        ]
        let words = texts.map { SearchWord.words(of: $0, upTo: Self.greatestCharacterCount) }
        columns = words.map { $0.map(\.text).joined(separator: " ") }
        letters = words.joined().filter(\.isUnspaced).map(\.text).joined(separator: " ")
    }

    /// Who makes a text longer than this wants to be found by everything.
    private static let greatestCharacterCount = 4_000
}
