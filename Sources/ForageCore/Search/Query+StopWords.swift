internal import Text

extension Query {
    /// What to tell a person who searches for nothing but words that stand in nearly every text.
    ///
    /// That is no fault: "The Who" and "to be or not to be" are searched for by those who mean them, and what is a stop
    /// word in one language means something in another. But whoever typed `the of and` should learn why the results
    /// are of no kind.
    public var hint: String? {
        let words: [String] = text.words
        guard !words.isEmpty, words.allSatisfy(Self.stopWords.contains) else { return nil }
        let one = words.count == 1
        return "The query has nothing but \(one ? "a word" : "words") that nearly every text has: "
            + "add one that says what is wanted."
    }

    private static let stopWords: Set = [
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "from", "if", "in", "into", "is", "it",
        "its", "no", "not", "of", "on", "or", "so", "such", "that", "the", "their", "then", "there", "these",
        "they", "this", "to", "was", "were", "will", "with",
    ]
}
