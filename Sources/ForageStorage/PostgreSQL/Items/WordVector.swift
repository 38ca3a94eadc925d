/// The words of an item with their places, in the form of PostgreSQL's `tsvector`.
///
/// A place has the class of its column: A for the title, B for tags and creator, C for the collection, and D, which
/// PostgreSQL does not print, for the summary. Between two columns, one place is left out, so that no phrase spans them.
struct WordVector {
    private(set) var places: [String: [Place]] = [:]
    /// The number of words, of which some may be the same.
    private(set) var wordCount = 0

    struct Place: Hashable {
        let number: Int
        /// The weight of its column.
        let weight: Double
    }

    private static let weights: [Character: Double] = ["A": 10, "B": 5, "C": 3, "D": 1]
    private static let classes: [Character] = ["A", "D", "B", "B", "C"]
    /// PostgreSQL's greatest place; words at later ones are counted but not found.
    private static let greatestPlace = 16_383
    /// PostgreSQL's greatest length of a word is 2,046 bytes.
    private static let greatestCharacterCount = 500

    init(_ text: ItemText) {
        var place = 1
        for (column, kind) in zip(text.columns, Self.classes) {
            for word in column.split(separator: " ") {
                wordCount += 1
                if place <= Self.greatestPlace {
                    places[Self.lexeme(String(word)), default: []].append(
                        Place(number: place, weight: Self.weights[kind] ?? 1))
                }
                place += 1
            }
            place += 1
        }
    }

    /// Reads the printed form of a `tsvector`.
    init(printed text: String) {
        var rest = text[...]
        while let start = rest.firstIndex(of: "'") {
            rest = rest[start...].dropFirst()
            guard let end = rest.firstIndex(of: "'") else { return }
            let word = String(rest[..<end])
            rest = rest[end...].dropFirst()
            let list = rest.prefix { $0 != " " }
            rest = rest[list.endIndex...]
            places[word] = list.dropFirst().split(separator: ",").compactMap(Self.place)
        }
    }

    private static func place(_ text: Substring) -> Place? {
        let digits = text.prefix(while: \.isNumber)
        let weight = text.last.flatMap { weights[$0] } ?? 1
        return Int(digits).map { Place(number: $0, weight: weight) }
    }

    /// The words, each once.
    var words: [String] { Array(places.keys) }

    /// The printed form, which PostgreSQL reads.
    var printed: String {
        places.map { word, places in
            let list = places.map { place in
                let kind = Self.weights.first { $0.value == place.weight }?.key ?? "D"
                return "\(place.number)\(kind)"
            }
            return "\(Self.quoted(word)):\(list.joined(separator: ","))"
        }.joined(separator: " ")
    }

    /// Returns the form in which a word is stored.
    static func lexeme(_ word: String) -> String {
        String(String.UnicodeScalarView(word.unicodeScalars.prefix(greatestCharacterCount)))
    }

    /// Returns a word in quotation marks.
    static func quoted(_ word: String) -> String {
        let text = lexeme(word).replacing("\\", with: "\\\\").replacing("'", with: "''")
        return "'\(text)'"
    }
}

/// The texts of every three letters of words that are written without spaces.
struct Trigrams {
    private let texts: Set<String>
    /// The number of all places at which three letters begin.
    let count: Int

    init(_ letters: String) {
        let scalars = Array(letters.unicodeScalars)
        count = max(0, scalars.count - 2)
        let all = (0..<count).map { String(String.UnicodeScalarView(scalars[$0..<$0 + 3])) }
        texts = Set(all.filter { !$0.contains(" ") })
    }

    /// The printed form of a `tsvector`.
    var printed: String { texts.map(WordVector.quoted).joined(separator: " ") }

    /// The `tsquery` for all of them.
    var query: String { texts.sorted().map(WordVector.quoted).joined(separator: " & ") }
}
