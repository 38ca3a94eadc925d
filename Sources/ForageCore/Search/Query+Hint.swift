extension Query {
    /// What to tell a person who can be understood, and may have meant something else: a phrase between single quotes,
    /// which may as well be apostrophes, as in 'cause I'm rockin'.
    public var hint: String? {
        let words = terms.map { term in if case .word(let word) = term { word } else { "" } }
        guard let start = words.firstIndex(where: { $0.opensSingleQuote }),
            let end = words[(start + 1)...].firstIndex(where: { $0.closesSingleQuote })
        else { return nil }
        let phrase = words[start...end].joined(separator: " ").unicodeScalars.dropFirst().dropLast()
        return
            "Single quotes are parts of words: write \"\(String(Substring(phrase)))\" if the phrase is meant."
    }
}

extension String {
    fileprivate var opensSingleQuote: Bool {
        unicodeScalars.first?.isSingleQuote == true && unicodeScalars.last?.isSingleQuote == false
    }

    fileprivate var closesSingleQuote: Bool {
        unicodeScalars.last?.isSingleQuote == true && unicodeScalars.first?.isSingleQuote == false
    }
}
