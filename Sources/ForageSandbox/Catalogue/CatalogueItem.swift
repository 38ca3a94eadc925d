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
