internal import ForageCore
internal import Platform

/// A full-text query: conditions that an item must meet, all of them.
struct ItemMatch: Hashable, Sendable {
    /// The conditions on words; without duplicates.
    let conditions: [Condition]
    /// The texts that must occur within words written without spaces.
    let parts: [String]

    /// A condition that every word begins a word of the item. Several words were typed without a space between them;
    /// they rank higher if they are adjacent in the item.
    struct Condition: Hashable, Sendable {
        let words: [String]

        /// The words that rank higher if they are adjacent; empty for a single word.
        var phrase: ArraySlice<String> { words.count > 1 ? words.prefix(greatestPhraseLength) : [] }
    }

    /// Creates a match from a search text; nil if it contains no word.
    init?(_ text: String) {
        var conditions: [Condition] = []
        var parts: [String] = []
        for piece in text.split(whereSeparator: \.isWhitespace) {
            let words = SearchWord.words(of: String(piece), upTo: Self.greatestCharacterCount)
            parts += words.filter(\.isFoundInside).map(\.text)
            let others = words.filter { !$0.isFoundInside }.map(\.text)
            if !others.isEmpty {
                conditions.append(Condition(words: Array(others.prefix(Self.greatestConditionCount))))
            }
        }
        guard !conditions.isEmpty || !parts.isEmpty else { return nil }
        self.conditions = Array(conditions.distinct.prefix(Self.greatestConditionCount))
        self.parts = Array(parts.distinct.prefix(Self.greatestConditionCount))
    }

    private static let greatestCharacterCount = 1_000
    private static let greatestConditionCount = 64
    private static let greatestPhraseLength = 16
}

// In the language of FTS5, every word is in quotation marks and contains only letters, digits and marks, so that no
// input can act as an operator.
extension ItemMatch {
    /// The query for the index of words; nil for none.
    var words: String? { Self.all(conditions.map(\.query)) }

    /// The query for parts of words written without spaces; nil for none.
    var letters: String? { Self.all(parts.map { "\"\($0)\"" }) }

    fileprivate static func all(_ conditions: [String]) -> String? {
        conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
    }
}

extension ItemMatch.Condition {
    fileprivate var query: String {
        let each = words.map { "\"\($0)\"*" }.distinct.joined(separator: " AND ")
        return phrase.isEmpty ? each : "(\"\(phrase.joined(separator: " "))\" OR (\(each)))"
    }
}

extension SearchWord {
    /// Indicates whether the word is long enough for the index of every three letters.
    fileprivate var isFoundInside: Bool { isUnspaced && text.unicodeScalars.count >= 3 }
}

/// The searchable text of an item, as folded words separated by single spaces.
struct ItemText: Hashable {
    /// The text for each column: title, summary, tags, creator, collection.
    let columns: [String]
    /// The words of scripts without spaces between words, for searches inside words; often empty.
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

    /// The maximum length of the text to index; a longer one would match almost every search.
    private static let greatestCharacterCount = 4_000
}

/// One folded word, in the same form for indexing and searching.
struct SearchWord: Hashable {
    let text: String
    /// Indicates whether its script puts no spaces between words, so that it may contain several.
    let isUnspaced: Bool

    /// Returns the words of a text up to a maximum length. A change of script begins a new word.
    static func words(of text: String, upTo greatestCharacterCount: Int) -> [SearchWord] {
        let start = text.unicodeScalars.prefix(greatestCharacterCount)
        return String(start).words.flatMap(Self.split)
    }

    private static func split(_ word: String) -> [SearchWord] {
        if word.utf8.allSatisfy({ $0 < 0xE0 }) { return [SearchWord(word.unicodeScalars[...], false)] }
        var words: [SearchWord] = []
        var rest = word.unicodeScalars[...]
        while let isUnspaced = rest.first?.isUnspaced {
            let run = rest.prefix { $0.isUnspaced == isUnspaced }
            words.append(SearchWord(run, isUnspaced))
            rest = rest[run.endIndex...]
        }
        return words
    }

    private init(_ scalars: Substring.UnicodeScalarView, _ isUnspaced: Bool) {
        // A word without spaces may be a whole sentence; other words are limited in length.
        text = String(isUnspaced ? scalars : scalars.prefix(Self.greatestCharacterCount))
        self.isUnspaced = isUnspaced
    }

    private static let greatestCharacterCount = 64
}

/// The place of a matching item: a better rank is smaller, and newer items come before older ones.
struct Hit: Comparable {
    let rank: Double
    let number: Int

    static func < (one: Hit, other: Hit) -> Bool {
        one.rank != other.rank ? one.rank < other.rank : one.number > other.number
    }
}

/// The best of many places, in limited memory.
struct BestPlaces {
    private let limit: Int
    private var places: [Hit] = []
    /// The worst place that can still be added; nil until the limit is reached.
    private var bar: Hit?

    init(limit: Int) { self.limit = limit }

    mutating func add(_ place: Hit) {
        if let bar, bar < place { return }
        places.append(place)
        if places.count >= limit * 2 + 64 { sort() }
    }

    /// The numbers of the items, the best first.
    var numbers: [Int] {
        var copy = self
        copy.sort()
        return copy.places.map(\.number)
    }

    private mutating func sort() {
        places.sort()
        guard places.count >= limit else { return }
        places.removeLast(places.count - limit)
        bar = places.last
    }
}

extension Unicode.Scalar {
    /// Indicates a character of Thai, Lao, Myanmar or Khmer. For Han and kana, every character is its own word.
    fileprivate var isUnspaced: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0xA9E0...0xA9FF, 0xAA60...0xAA7F: true
        default: false
        }
    }
}
