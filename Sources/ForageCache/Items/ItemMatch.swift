internal import ForageCore

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
