internal import ForageCore

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
