internal import Database
internal import ForageCore
internal import Platform

/// The phrases of items that a text may become.
struct Completions {
    private let typed: [String]
    private var found: [String: Phrase] = [:]

    private struct Phrase {
        let text: String
        let isBeginning: Bool
        var count = 0

        /// Orders phrases that begin with the text first, then frequent ones, then short ones.
        var rank: (Int, Int, Int, String) { (isBeginning ? 0 : 1, -count, text.count, text) }
    }

    private static let greatestCount = 8
    private static let greatestCharacterCount = 60

    /// Creates the completions of a text; nil if it contains no word.
    init?(_ text: String) {
        typed = SearchWord.words(of: text, upTo: Self.greatestCharacterCount).map(\.text)
        if typed.isEmpty { return nil }
    }

    /// Adds the phrases of an item.
    mutating func add(_ item: Item) {
        let phrases = [item.title, item.creator.fact?.name].compactMap(\.self) + item.tags
        for phrase in Set(phrases) { add(phrase) }
    }

    private mutating func add(_ phrase: String) {
        let text = phrase.withSingleSpaces
        guard text.count <= Self.greatestCharacterCount, Self.isPlain(text) else { return }
        let words = SearchWord.words(of: text, upTo: Self.greatestCharacterCount).map(\.text)
        let key = words.joined(separator: " ")
        guard key != typed.joined(separator: " "),
            typed.allSatisfy({ part in words.contains { $0.hasPrefix(part) } })
        else { return }
        let isBeginning = key.hasPrefix(typed.joined(separator: " "))
        found[key, default: Phrase(text: text, isBeginning: isBeginning)].count += 1
    }

    /// Indicates whether a query with this text has only words: no sign of the query language.
    private static func isPlain(_ text: String) -> Bool {
        text.split(separator: " ").allSatisfy { word in
            word.first.map { $0.isLetter || $0.isNumber } == true
                && word.allSatisfy { $0.isLetter || $0.isNumber || "'’-.,".contains($0) }
        }
    }

    /// The best phrases.
    var best: [String] {
        found.values.sorted { $0.rank < $1.rank }.prefix(Self.greatestCount).map(\.text)
    }
}

extension ItemReader {
    /// Returns phrases of items that contain every word of a text, of which the last may be unfinished.
    mutating func completions(
        of text: String, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) throws(DatabaseError) -> [String] {
        guard let match = ItemMatch(text), var completions = Completions(text) else { return [] }
        let pass = ItemPass(match: match, limit: 24)
        let result = try best(of: pass, isComplete: false, by: deadline)
        for provider in providers where ContinuousClock.now < deadline {
            for item in try items(of: provider, in: result, page: 0..<pass.limit).items {
                completions.add(item.item)
            }
        }
        return completions.best
    }
}
