internal import ForageCore

/// A query whose words are held against those of the index.
///
/// Words that begin none of the index's have to change, at most three of them. Beside them one more may, since a slip
/// can make another word: `bran owl`.
struct Respelling {
    private let query: Query
    /// The words of each term.
    private let terms: [Range<Int>]
    private var words: [NearWords] = []

    /// Nil where the query has too many words to be merely misspelt.
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

    /// What the words begin with that are to be looked at, each once.
    var beginnings: [Unicode.Scalar] { Set(words.flatMap(\.beginnings)).sorted() }

    /// Looks at a word of the index.
    mutating func look(at word: String, in itemCount: Int) {
        let letters = Array(word.unicodeScalars)
        for place in words.indices { words[place].look(at: word, letters, in: itemCount) }
    }

    /// What may have been meant, the likeliest first; whether it finds something is to be seen.
    var candidates: [Query] {
        let unknown = words.indices.filter { !words[$0].isKnown }
        guard unknown.count <= Self.greatestChangeCount else { return [] }
        let places = [unknown] + words.indices.filter { words[$0].isKnown }.map { unknown + [$0] }
        return places.filter { !$0.isEmpty }.flatMap(changes).sorted().prefix(Self.greatestCandidateCount)
            .compactMap(changed)
    }

    /// Every way to change the words at these places.
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

    private static let greatestLetterCount = 200
    private static let greatestWordCount = 12
    private static let greatestChangeCount = 3
    private static let greatestCandidateCount = 16
}

/// Words that take the places of others.
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

    /// The fewest slips first; then what is in more items.
    static func < (one: Change, other: Change) -> Bool {
        (one.distance, -one.itemCount, one.text) < (other.distance, -other.itemCount, other.text)
    }

    private var text: String {
        words.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " ")
    }
}

/// The few words that are nearest to one that was typed, of however many are looked at.
struct NearWords {
    let typed: String
    /// Whether there is a word that begins with what was typed, so that it finds something.
    private(set) var isKnown: Bool
    /// The nearest first; then what is in more items.
    private(set) var best: [Word] = []
    /// What a word near it usually begins with: its first letter, or its second where the first two are swapped or the
    /// first is one too many.
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
        // What cannot be misspelt is taken as it is.
        isKnown = tolerance == 0
        distance = EditDistance(from: letters)
    }

    /// How many slips a word may have: a short word would become any other, and a number is another number.
    private static func tolerance(of letters: String.UnicodeScalarView) -> Int {
        guard 3...32 ~= letters.count, !letters.contains(where: { $0.properties.numericType != nil }) else {
            return 0
        }
        return letters.count < 6 ? 1 : 2
    }

    /// Looks at a word of the index and, taken apart, at its letters.
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
