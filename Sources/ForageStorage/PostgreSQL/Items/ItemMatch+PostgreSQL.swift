internal import ForageCore
internal import Platform

/// A part of a match, whose frequency counts towards an item's rank.
enum MatchPhrase: Hashable, Sendable {
    /// A word that begins with this text.
    case beginning(String)
    /// Adjacent words.
    case adjacent([String])
    /// A text inside words written without spaces.
    case part(String)

    /// The `tsquery` that finds the words.
    var query: String {
        switch self {
        case .beginning(let word): "\(WordVector.quoted(word)):*"
        case .adjacent(let words): words.map(WordVector.quoted).joined(separator: " <-> ")
        case .part(let text): Trigrams(text).query
        }
    }

    /// Returns the sum of the weights of all places where the phrase occurs.
    func frequency(in vector: WordVector, letters: String) -> Double {
        switch self {
        case .beginning(let word):
            let word = WordVector.lexeme(word)
            return vector.places.reduce(0) { sum, entry in
                entry.key.utf8.starts(with: word.utf8) ? sum + entry.value.reduce(0) { $0 + $1.weight } : sum
            }
        case .adjacent(let words):
            let places = words.map { vector.places[WordVector.lexeme($0)] ?? [] }
            let others = places.dropFirst().map { Set($0.map(\.number)) }
            return (places.first ?? []).reduce(0) { sum, first in
                let isWhole = others.enumerated().allSatisfy { $1.contains(first.number + $0 + 1) }
                return isWhole ? sum + first.weight : sum
            }
        case .part(let text):
            let (all, wanted) = (Array(letters.unicodeScalars), Array(text.unicodeScalars))
            guard all.count >= wanted.count else { return 0 }
            return (0...all.count - wanted.count).reduce(0) {
                all[$1..<$1 + wanted.count].elementsEqual(wanted) ? $0 + 1 : $0
            }
        }
    }
}

extension ItemMatch {
    /// The phrases by which items are ranked: those of words, or of parts if there is no word.
    var phrases: [MatchPhrase] {
        guard !conditions.isEmpty else { return parts.map { .part($0) } }
        return conditions.flatMap { condition in
            (condition.phrase.isEmpty ? [] : [MatchPhrase.adjacent(Array(condition.phrase))])
                + condition.words.distinct.map { .beginning($0) }
        }
    }

    /// The `tsquery` for words that every match contains; nil for none.
    var wordQuery: String? {
        let words = conditions.flatMap(\.words).distinct
        return words.isEmpty ? nil : words.map { MatchPhrase.beginning($0).query }.joined(separator: " & ")
    }

    /// The `tsquery` for every three letters of the parts; nil for none.
    var trigramQuery: String? {
        parts.isEmpty ? nil : parts.map { Trigrams($0).query }.joined(separator: " & ")
    }
}

/// The rank of items by the formula BM25, with the parameters of SQLite's full-text search, so that both stores order
/// their items alike. A better rank is smaller.
struct ItemRanking {
    private let weights: [Double]
    private let meanLength: Double

    /// - Parameters:
    ///   - itemCount: The number of all items.
    ///   - length: The number of words of all items.
    ///   - counts: The number of items with each phrase.
    init(itemCount: Int, length: Int, counts: [Int]) {
        meanLength = itemCount > 0 ? Double(length) / Double(itemCount) : 1
        weights = counts.map { count in
            let weight = log((Double(itemCount) - Double(count) + 0.5) / (Double(count) + 0.5))
            return weight > 0 ? weight : 1e-6
        }
    }

    /// Returns the rank of an item from the frequencies of the phrases and its number of words.
    func rank(_ frequencies: [Double], length: Int) -> Double {
        let (k, b) = (1.2, 0.75)
        let divisor = k * (1 - b + b * Double(length) / meanLength)
        return -zip(weights, frequencies).reduce(0) { $0 + $1.0 * (($1.1 * (k + 1)) / ($1.1 + divisor)) }
    }
}
