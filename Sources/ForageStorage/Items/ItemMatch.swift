internal import ForageCore
internal import Platform

/// What a search looks for, in the language of FTS5.
///
/// Every word stands in quotation marks and holds nothing but letters, digits and marks, so that whatever a
/// person typed is looked for and never obeyed.
struct ItemMatch: Hashable, Sendable {
    /// What must be found in the index of words; nil where that is nothing.
    let words: String?
    /// What must be found inside of words that are written without spaces; nil where that is nothing.
    let letters: String?

    /// Reads what was searched for; nil where there is no word in it.
    init?(_ text: String) {
        var words: [String] = []
        var letters: [String] = []
        for piece in text.split(whereSeparator: \.isWhitespace) {
            let pieceWords = SearchWord.words(of: String(piece), upTo: Self.greatestCharacterCount)
            letters += pieceWords.filter(\.isFoundInside).map(\.quoted)
            words += Self.condition(pieceWords.filter { !$0.isFoundInside })
        }
        guard !words.isEmpty || !letters.isEmpty else { return nil }
        self.words = Self.all(words)
        self.letters = Self.all(letters)
    }

    /// That every word begins one of the item's. Those that were typed without a space count for more where they
    /// stand side by side.
    private static func condition(_ words: [SearchWord]) -> [String] {
        let each = words.map { $0.quoted + "*" }
        guard words.count > 1 else { return each }
        let phrase = words.prefix(greatestPhraseLength).map(\.text).joined(separator: " ")
        return ["(\"\(phrase)\" OR (\(Self.all(each) ?? "")))"]
    }

    private static func all(_ conditions: [String]) -> String? {
        let conditions = conditions.distinct.prefix(greatestConditionCount)
        return conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
    }

    private static let greatestCharacterCount = 1_000
    private static let greatestConditionCount = 64
    private static let greatestPhraseLength = 16
}

extension SearchWord {
    /// Whether it is long enough for an index of every three letters.
    fileprivate var isFoundInside: Bool { isUnspaced && text.unicodeScalars.count >= 3 }

    fileprivate var quoted: String { "\"\(text)\"" }
}

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

/// One folded word, as items are indexed and as they are searched.
struct SearchWord: Hashable {
    let text: String
    /// Whether its script puts no spaces between words, so that it may be several.
    let isUnspaced: Bool

    /// The words of so much of a text. Where the script changes, another word begins.
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
        // An unspaced word may be a whole sentence; no other word is as long.
        text = String(isUnspaced ? scalars : scalars.prefix(Self.greatestCharacterCount))
        self.isUnspaced = isUnspaced
    }

    private static let greatestCharacterCount = 64
}

/// Where an item stands among those that match: the better its rank, the smaller; then the newer before the older.
struct Hit: Comparable {
    let rank: Double
    let number: Int

    static func < (one: Hit, other: Hit) -> Bool {
        one.rank != other.rank ? one.rank < other.rank : one.number > other.number
    }
}

/// The best of any number of places, in room for a few.
struct BestPlaces {
    private let limit: Int
    private var places: [Hit] = []
    /// What a place has to be better than.
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
    /// Thai, Lao, Myanmar and Khmer. Of Han and kana every character is a word of its own.
    fileprivate var isUnspaced: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0xA9E0...0xA9FF, 0xAA60...0xAA7F: true
        default: false
        }
    }
}
