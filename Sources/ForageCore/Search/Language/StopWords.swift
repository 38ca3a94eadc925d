internal import Text

/// Words that nearly every text has, so that a query of nothing else would find whatever there is.
///
/// Who means such words, as in "to be or not to be", says so with quotes.
package enum StopWords {
    /// Whether a word in small letters is one of them.
    package static func contain(_ word: String) -> Bool { all.contains(word) }

    /// Whether texts have words, and no others.
    static func areAll(of texts: [String]) -> Bool {
        var isAny = false
        for text in texts {
            let words: [String] = text.words
            // Most queries begin with another word, and need not be looked through.
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
    /// Sees a query of nothing but such words.
    func checkWords() throws(QueryProblem) {
        var (texts, places): ([String], [Range<Int>]) = ([], [])
        for token in self {
            guard case .text(let text, let isQuoted) = token.kind else { continue }
            if isQuoted { return }
            texts.append(text)
            places.append(token.range)
        }
        guard let first = places.first, let last = places.last, StopWords.areAll(of: texts) else { return }
        throw QueryProblem(
            "nearly every text has \(texts.count == 1 ? "this word" : "these words"); add one that says what is wanted. "
                + "To search for just this, put it in quotes.",
            at: first.lowerBound..<last.upperBound)
    }
}
