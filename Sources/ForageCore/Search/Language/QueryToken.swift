internal import Platform

/// A part of a typed query.
struct QueryToken: Hashable, Sendable {
    let kind: Kind
    /// The range in the text, in Unicode scalars.
    let range: Range<Int>

    enum Kind: Hashable, Sendable {
        /// Text to search for: a word, or a quoted phrase.
        case text(String, isQuoted: Bool)
        /// Text to leave out.
        case excluded(Value)
        /// A filter `name:value` with one or more values.
        case field(QueryField, [Value])
    }

    /// A value and its place.
    struct Value: Hashable, Sendable {
        let text: String
        let range: Range<Int>
    }
}

/// An error in a query, with its place in the text. Without a place, it is in an option of the command.
struct QueryTextError: Error {
    let range: Range<Int>?
    let sentence: String

    init(_ sentence: String, at range: Range<Int>?) {
        self.sentence = sentence
        self.range = range
    }

    /// Returns an error at the place where a query becomes too long.
    static func tooLong(at range: Range<Int>) -> QueryTextError {
        QueryTextError(
            "the query is too long from here on; services accept at most \(Query.greatestByteCount) bytes: leave out the rest.",
            at: range)
    }

    func error(in query: String) -> QueryError {
        guard let range else { return .option(sentence) }
        return .syntax(SyntaxError(sentence, at: range, of: query))
    }
}

extension [QueryToken] {
    /// Reports words in capitals that are operators in other query languages and would be searched for here. If the
    /// whole query is in capitals, they are ordinary words.
    func checkOperators() throws(QueryTextError) {
        guard contains(where: \.isInSmallLetters) else { return }
        for (place, token) in enumerated() where place + 1 < count {
            guard case .text(let word, isQuoted: false) = token.kind, let advice = Self.operators[word],
                place > 0 || word == "NOT"
            else { continue }
            throw QueryTextError(
                "\(word) is not an operator here: \(advice). To search for the word itself, write it in lower case or in quotes.",
                at: token.range)
        }
    }

    private static let operators = [
        "AND": "results must match all words anyway, so leave it out",
        "OR": "results must match all words, so search for one at a time",
        "NOT": "use a hyphen to exclude a word, as in -barn",
    ]
}

/// Words that nearly every text contains, so that a query of only such words would match anything.
///
/// A user who means such words, as in "to be or not to be", puts them in quotes.
package enum StopWords {
    /// Indicates whether a lower-case word is one of them.
    package static func contain(_ word: String) -> Bool { all.contains(word) }

    /// Indicates whether texts contain words and only such words.
    static func areAll(of texts: [String]) -> Bool {
        var isAny = false
        for text in texts {
            let words: [String] = text.words
            // Most queries begin with another word and need no further check.
            guard words.allSatisfy(all.contains) else { return false }
            isAny = isAny || !words.isEmpty
        }
        return isAny
    }

    private static let all: Set = [
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "from", "if", "in", "into", "is", "it",
        "its", "no", "not", "of", "on", "or", "so", "such", "that", "the", "their", "then", "there", "these",
        "they", "this", "to", "was", "were", "will", "with",
    ]
}

extension [QueryToken] {
    /// Reports a query of only such words.
    func checkWords() throws(QueryTextError) {
        var (texts, places): ([String], [Range<Int>]) = ([], [])
        for token in self {
            guard case .text(let text, let isQuoted) = token.kind else { continue }
            if isQuoted { return }
            texts.append(text)
            places.append(token.range)
        }
        guard let first = places.first, let last = places.last, StopWords.areAll(of: texts) else { return }
        throw QueryTextError(
            "nearly every text has \(texts.count == 1 ? "this word" : "these words"); add a more specific one. "
                + "To search for just this, put it in quotes.",
            at: first.lowerBound..<last.upperBound)
    }
}

extension QueryToken {
    fileprivate var isInSmallLetters: Bool {
        guard case .text(let text, _) = kind else { return false }
        return text.unicodeScalars.contains { $0.properties.isAlphabetic && !$0.properties.isUppercase }
    }
}
