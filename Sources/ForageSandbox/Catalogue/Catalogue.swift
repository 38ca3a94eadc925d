/// The fictitious items of all simulated services, with a search that ranks them.
struct Catalogue: Sendable {
    static let defaultSeed: UInt64 = 20_26

    let items: [CatalogueItem]

    init(seed: UInt64 = Catalogue.defaultSeed) {
        var generator = CatalogueGenerator(seed: seed)
        items = generator.items()
    }

    struct Match: Sendable {
        let item: CatalogueItem
        let relevance: Relevance
    }

    /// Returns the items that match a query, the best first. Equal matches have the order of the catalogue.
    func matches(for query: String) -> [Match] {
        let stems = Words.stems(in: query)
        let found = items.compactMap { item in
            item.grade(for: stems).map { Match(item: item, relevance: $0) }
        }
        return [Relevance.exact, .titled, .tagged, .mentioned].flatMap { relevance in
            found.filter { $0.relevance == relevance }
        }
    }

    func item(id: String) -> CatalogueItem? {
        items.first { $0.id == id }
    }

    /// Returns the category that the query names, in the singular or the plural.
    func category(named query: String) -> Category? {
        let stems = Words.stems(in: query)
        return Category.all.first { Words.stems(in: $0.singular) == stems }
    }

    /// Suggested queries: all heads, words that several categories share, and all categories.
    var goodQueries: [String] {
        let heads = Category.all.flatMap(\.heads)
        let shared = [
            "silver", "island", "harbour", "mountain", "winter", "paper", "travelling", "silver owl",
        ]
        return heads + shared + Category.all.map(\.plural)
    }
}

/// An item of the catalogue.
///
/// Several services have records about it, each in its own format.
struct CatalogueItem: Sendable {
    /// The title in lower case with hyphens: `snowy-owl`.
    let id: String
    let title: String
    let category: Category
    /// The word for its kind, such as `owl`.
    ///
    /// Empty for a title without a pattern.
    let head: String
    /// Indicates whether the item is about the head in general, not one kind of it.
    let isGeneral: Bool
    let sentences: [String]
    let facts: [(label: String, value: String)]
    let place: String
    let person: String
    let year: Int

    private let titleWords: Set<String>
    private let tagWords: Set<String>
    private let textWords: Set<String>

    init(
        title: String, category: Category, head: String, isGeneral: Bool, sentences: [String],
        facts: [(label: String, value: String)], place: String, person: String, year: Int
    ) {
        self.title = title
        self.category = category
        self.head = head
        self.isGeneral = isGeneral
        self.sentences = sentences
        self.facts = facts
        self.place = place
        self.person = person
        self.year = year
        id = Words.all(in: title).joined(separator: "-")
        titleWords = Set(Words.stems(in: title))
        tagWords = Set(Words.stems(in: [category.singular, category.theme, head].joined(separator: " ")))
        textWords = Set(Words.stems(in: sentences.joined(separator: " ")))
    }

    var summary: String { sentences.joined(separator: " ") }

    /// Returns the relevance of the item for the stems of a query; nil if it does not match.
    func grade(for stems: [String]) -> Relevance? {
        if stems.isEmpty { return nil }
        if titleWords.isSuperset(of: stems) { return titleWords.count == stems.count ? .exact : .titled }
        if stems.allSatisfy({ titleWords.contains($0) || tagWords.contains($0) }) { return .tagged }
        let isMentioned = stems.allSatisfy {
            titleWords.contains($0) || tagWords.contains($0) || textWords.contains($0)
        }
        return isMentioned ? .mentioned : nil
    }
}

/// The relevance of an item for a query, which depends only on the position of the words.
enum Relevance: Int, Sendable, Comparable {
    /// All words of the query are somewhere in the text.
    case mentioned = 1
    /// All words are in the title or the tags.
    case tagged = 2
    /// All words are in the title.
    case titled = 3
    /// The query is the title.
    case exact = 4

    static func < (left: Relevance, right: Relevance) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The comparison of words in the simulated services.
enum Words {
    /// Returns the words in lower case, without punctuation.
    static func all(in text: String) -> [String] {
        text.lowercased().unicodeScalars.split { !isPartOfWord($0) }.map { String($0) }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9": true
        default: !scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.isDiacritic)
        }
    }

    /// Returns the significant words without plural endings.
    static func stems(in text: String) -> [String] {
        all(in: text).filter { !minor.contains($0) }.map(stem)
    }

    private static let minor: Set<String> = ["a", "an", "and", "in", "of", "on", "the"]

    private static func stem(_ word: String) -> String {
        guard word.utf8.count > 3, word.utf8.last == UInt8(ascii: "s") else { return word }
        if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        for ending in ["sses", "shes", "ches", "xes"] where word.hasSuffix(ending) {
            return String(word.dropLast(2))
        }
        return word.hasSuffix("ss") ? word : String(word.dropLast())
    }
}

extension String {
    /// The text with a capital first letter and no other changes.
    var capitalisedFirst: String {
        prefix(1).uppercased() + dropFirst()
    }
}

/// The records of a service about the items of the catalogue, with access by words or by name.
struct RecordLibrary<Record: Sendable>: Sendable {
    let all: [Record]
    private let catalogue: Catalogue
    private let byName: [String: Record]
    private let byItem: [String: [Record]]

    /// Creates the library.
    ///
    /// - Parameters:
    ///   - catalogue: The items.
    ///   - names: Returns the names of a record. If several records have the same name, the first one is found.
    ///   - records: Creates the records about an item at an index of the catalogue.
    init(
        _ catalogue: Catalogue, names: (Record) -> [String],
        records: (_ item: CatalogueItem, _ place: Int) -> [Record]
    ) {
        self.catalogue = catalogue
        let groups = catalogue.items.enumerated().map { ($1.id, records($1, $0)) }
        all = groups.flatMap(\.1)
        byItem = Dictionary(groups) { first, _ in first }
        let named = all.flatMap { record in names(record).map { ($0, record) } }
        byName = Dictionary(named) { first, _ in first }
    }

    subscript(name: String) -> Record? { byName[name] }

    /// Returns the records about the items that match the words, the best first.
    func matches(for words: String) -> [Record] {
        catalogue.matches(for: words).flatMap { byItem[$0.item.id] ?? [] }
    }
}

extension RecordLibrary {
    /// Creates a library with one record about each item.
    init(
        _ catalogue: Catalogue, name: (Record) -> String,
        record: (_ item: CatalogueItem, _ place: Int) -> Record
    ) {
        self.init(catalogue, names: { [name($0)] }, records: { [record($0, $1)] })
    }
}
