/// Everything the played services know, and which of it answers a query how well.
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

    /// The items that answer the query, the best first, equals in the order of the catalogue.
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

    /// The category that the query names, in the singular or the plural.
    func category(named query: String) -> Category? {
        let stems = Words.stems(in: query)
        return Category.all.first { Words.stems(in: $0.singular) == stems }
    }

    /// Queries worth trying: every head, the words that several kinds of things share, every category.
    var goodQueries: [String] {
        let heads = Category.all.flatMap(\.heads)
        let shared = [
            "silver", "island", "harbour", "mountain", "winter", "paper", "travelling", "silver owl",
        ]
        return heads + shared + Category.all.map(\.plural)
    }
}

/// One thing of the catalogue.
///
/// Several services know it, each in its own way.
struct CatalogueItem: Sendable {
    /// The title in lower case with hyphens: `snowy-owl`.
    let id: String
    let title: String
    let category: Category
    /// What it is a kind of: `owl`.
    ///
    /// Empty for a title that follows no pattern.
    let head: String
    /// Whether it is about the head itself, not one kind of it.
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

    /// How well it answers a query of these stems.
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

/// How well an item answers a query, by how it was made and not by anyone's opinion.
enum Relevance: Int, Sendable, Comparable {
    /// Every word of the query is somewhere in the text.
    case mentioned = 1
    /// Every word is in the title or says what kind of thing it is.
    case tagged = 2
    /// Every word is in the title.
    case titled = 3
    /// The query is the title.
    case exact = 4

    static func < (left: Relevance, right: Relevance) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Words as the played services compare them.
enum Words {
    /// The words in lower case, without marks.
    static func all(in text: String) -> [String] {
        text.lowercased().unicodeScalars.split { !isPartOfWord($0) }.map { String($0) }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9": true
        default: !scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.isDiacritic)
        }
    }

    /// The words that matter, each without the ending of its plural.
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
    /// With a capital first letter, the rest as it is.
    var capitalisedFirst: String {
        prefix(1).uppercased() + dropFirst()
    }
}
