internal import ForageCore

/// A comparison of a query's words with those of the index.
///
/// Words without a match in the index must change, at most three of them. In addition, one other word may change,
/// because a typing error can result in another valid word: `bran owl`.
struct Respelling {
    private let query: Query
    /// The word ranges of each term.
    private let terms: [Range<Int>]
    private var words: [NearWords] = []

    /// Creates the comparison; nil if the query has too many words.
    init?(_ query: Query) {
        self.query = query
        var terms: [Range<Int>] = []
        for term in query.terms {
            let termWords = SearchWord.words(of: term.text, upTo: Self.greatestLetterCount)
            terms.append(words.count..<words.count + termWords.count)
            words += termWords.map(NearWords.init)
            guard words.count <= Self.greatestWordCount else { return nil }
        }
        self.terms = terms
    }

    /// The first letters of the words to compare, each once.
    var beginnings: [Unicode.Scalar] { Set(words.flatMap(\.beginnings)).sorted() }

    /// Compares a word of the index.
    mutating func look(at word: String, in itemCount: Int) {
        let letters = Array(word.unicodeScalars)
        for place in words.indices { words[place].look(at: word, letters, in: itemCount) }
    }

    /// The possible corrections, the most likely first; they are not yet known to find anything.
    var candidates: [Query] {
        let unknown = words.indices.filter { !words[$0].isKnown }
        guard unknown.count <= Self.greatestChangeCount else { return [] }
        let places = [unknown] + words.indices.filter { words[$0].isKnown }.map { unknown + [$0] }
        return places.filter { !$0.isEmpty }.flatMap(changes).sorted().prefix(Self.greatestCandidateCount)
            .compactMap(changed)
    }

    /// Returns every way to change the words at these places.
    private func changes(at places: [Int]) -> [Change] {
        places.reduce([Change()]) { changes, place in
            changes.flatMap { change in words[place].best.map { change.changing(place, to: $0) } }
        }
    }

    private func changed(by change: Change) -> Query? {
        let terms = zip(query.terms, terms).compactMap { term, places -> Query.Term? in
            guard places.contains(where: { change.words[$0] != nil }) else { return term }
            return Query.Term(places.map { change.words[$0] ?? words[$0].typed }.joined(separator: " "))
        }
        return query.asking(for: terms)
    }

    /// The number of suggestions.
    static let greatestSuggestionCount = 3
    /// The number of items that are checked for each provider.
    static let probedCount = 32
    private static let greatestLetterCount = 200
    private static let greatestWordCount = 12
    private static let greatestChangeCount = 3
    private static let greatestCandidateCount = 16
}

/// Replacements for some of the words.
private struct Change: Comparable {
    private(set) var words: [Int: String] = [:]
    private var distance = 0
    private var itemCount = 0

    func changing(_ place: Int, to word: NearWords.Word) -> Change {
        var change = self
        change.words[place] = word.text
        change.distance += word.distance
        change.itemCount += word.itemCount
        return change
    }

    /// Orders changes by the number of errors, then by the number of items.
    static func < (one: Change, other: Change) -> Bool {
        (one.distance, -one.itemCount, one.text) < (other.distance, -other.itemCount, other.text)
    }

    private var text: String {
        words.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " ")
    }
}

/// The words nearest to a typed one, in limited memory.
struct NearWords {
    let typed: String
    /// Indicates whether a word of the index begins with the typed one, which therefore finds something.
    private(set) var isKnown: Bool
    /// The nearest words, with those in more items first among equals.
    private(set) var best: [Word] = []
    /// The probable first letters of a near word: the typed word's first letter, or its second in case the first two
    /// are swapped or the first is superfluous.
    let beginnings: [Unicode.Scalar]
    private let letterCount: Int
    private let tolerance: Int
    private var distance: EditDistance

    struct Word: Hashable {
        let text: String
        let distance: Int
        let itemCount: Int
    }

    init(to typed: SearchWord) {
        self.typed = typed.text
        let letters = typed.text.unicodeScalars
        letterCount = letters.count
        tolerance = typed.isUnspaced ? 0 : Self.tolerance(of: letters)
        beginnings = tolerance == 0 ? [] : Array(letters.prefix(2))
        // A word that cannot be misspelt is accepted as it is.
        isKnown = tolerance == 0
        distance = EditDistance(from: letters)
    }

    /// Returns the number of errors to allow: fewer in a short word, which could become any other, and none in a
    /// number.
    private static func tolerance(of letters: String.UnicodeScalarView) -> Int {
        guard 3...32 ~= letters.count, !letters.contains(where: { $0.properties.numericType != nil }) else {
            return 0
        }
        return letters.count < 6 ? 1 : 2
    }

    /// Compares a word of the index; the letters are passed separately.
    mutating func look(at word: String, _ letters: [Unicode.Scalar], in itemCount: Int) {
        guard tolerance > 0, letters.count >= letterCount - tolerance else { return }
        if !isKnown, word.utf8.starts(with: typed.utf8) { isKnown = true }
        guard let distance = distance.distance(to: letters, upTo: tolerance), distance > 0,
            !StopWords.contain(word)
        else { return }
        insert(Word(text: word, distance: distance, itemCount: itemCount))
    }

    private mutating func insert(_ word: Word) {
        let place = best.firstIndex { word < $0 } ?? best.count
        guard place < Self.greatestCount else { return }
        best.insert(word, at: place)
        if best.count > Self.greatestCount { best.removeLast() }
    }

    private static let greatestCount = 4
}

extension NearWords.Word: Comparable {
    static func < (one: NearWords.Word, other: NearWords.Word) -> Bool {
        (one.distance, -one.itemCount, one.text) < (other.distance, -other.itemCount, other.text)
    }
}
