extension [QueryToken] {
    /// Sees words in capitals that join or leave out in other languages of queries, and that would be searched for here.
    /// Where everything is in capitals they are words like the others.
    func checkOperators() throws(QueryProblem) {
        guard contains(where: \.isInSmallLetters) else { return }
        for (place, token) in enumerated() where place + 1 < count {
            guard case .text(let word, isQuoted: false) = token.kind, let advice = Self.operators[word],
                place > 0 || word == "NOT"
            else { continue }
            throw QueryProblem(
                "\(word) is not an operator here: \(advice). The word itself is written in small letters or in quotes.",
                at: token.range)
        }
    }

    private static let operators = [
        "AND": "all words are looked for anyway, so leave it out",
        "OR": "all words are looked for, so ask for one at a time",
        "NOT": "a word is left out with a hyphen, as in -barn",
    ]
}

extension QueryToken {
    fileprivate var isInSmallLetters: Bool {
        guard case .text(let text, _) = kind else { return false }
        return text.unicodeScalars.contains { $0.properties.isAlphabetic && !$0.properties.isUppercase }
    }
}
