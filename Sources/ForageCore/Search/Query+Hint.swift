internal import Text

extension Query {
    /// What to tell a person who can be understood, and may have meant something else.
    public var hint: String? { stopWordHint ?? singleQuoteHint }

    /// For those who search for nothing but words that stand in nearly every text.
    ///
    /// That is no fault: "The Who" and "to be or not to be" are searched for by those who mean them, and what is a stop
    /// word in one language means something in another. But whoever typed `the of and` should learn why the results
    /// are of no kind.
    private var stopWordHint: String? {
        let words: [String] = text.words
        guard !words.isEmpty, words.allSatisfy(Self.stopWords.contains) else { return nil }
        let one = words.count == 1
        return "The query has nothing but \(one ? "a word" : "words") that nearly every text has: "
            + "add one that says what is wanted."
    }

    /// For those who put a phrase between single quotes. They may as well be apostrophes: 'cause I'm rockin'.
    private var singleQuoteHint: String? {
        let words = terms.map { term in if case .word(let word) = term { word } else { "" } }
        guard let start = words.firstIndex(where: { $0.opensSingleQuote }),
            let end = words[(start + 1)...].firstIndex(where: { $0.closesSingleQuote })
        else { return nil }
        let phrase = words[start...end].joined(separator: " ").unicodeScalars.dropFirst().dropLast()
        return
            "Single quotes are parts of words: write \"\(String(Substring(phrase)))\" if the phrase is meant."
    }

    private static let stopWords: Set = [
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "from", "if", "in", "into", "is", "it",
        "its", "no", "not", "of", "on", "or", "so", "such", "that", "the", "their", "then", "there", "these",
        "they", "this", "to", "was", "were", "will", "with",
    ]
}

extension String {
    fileprivate var opensSingleQuote: Bool {
        unicodeScalars.first?.isSingleQuote == true && unicodeScalars.last?.isSingleQuote == false
    }

    fileprivate var closesSingleQuote: Bool {
        unicodeScalars.last?.isSingleQuote == true && unicodeScalars.first?.isSingleQuote == false
    }
}
