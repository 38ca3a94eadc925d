/// A category of the catalogue, with the words that name and describe its items.
///
/// In sentences, `{The}` and `{the}` are replaced by the item's name, and other words in braces by random choices.
struct Category: Sendable {
    enum Naming: Sendable {
        /// “Snowy owl”, named “the snowy owl”.
        case qualified([String])
        /// “Field botany”, named without an article.
        case uncounted([String])
        /// “Alderness Lighthouse”, after a fictitious place.
        case afterPlaces
    }

    private(set) var singular = ""
    private(set) var plural = ""
    /// The heading that several categories share.
    private(set) var theme = ""
    private(set) var heads: [String] = []
    private(set) var naming = Naming.afterPlaces
    /// Titles without a pattern.
    private(set) var specials: [String] = []
    private(set) var openings: [String] = []
    private(set) var details: [String] = []
    private(set) var closings: [String] = []
    private(set) var facts: [(label: String, values: [String])] = []

    /// All categories. Each is a paragraph of the file with its singular, plural and theme, followed by its words,
    /// sentences and facts.
    static let all = String(decoding: PackageResources.categories_txt, as: UTF8.self)
        .split(separator: "\n\n").map(Category.init)
}

extension Category {
    /// “a bird”, “an instrument”.
    var singularWithArticle: String {
        let startsWithVowel = singular.first.map { "aeiou".contains($0) } ?? false
        return (startsWithVowel ? "an " : "a ") + singular
    }

    /// Parses a paragraph of the texts.
    private init(_ paragraph: Substring) {
        for line in paragraph.split(separator: "\n") {
            let name = line.prefix { $0 != ":" }
            let value = String(line.dropFirst(name.count + 2))
            let words = value.split(separator: " | ").map(String.init)
            switch name {
            case "category": (singular, plural, theme) = (words[0], words[1], words[2])
            case "heads": heads = words
            case "qualified": naming = .qualified(words)
            case "uncounted": naming = .uncounted(words)
            case "specials": specials = words
            case "opening": openings.append(value)
            case "detail": details.append(value)
            case "closing": closings.append(value)
            default: facts.append((words[0], Array(words.dropFirst())))
            }
        }
    }
}

/// Words that the sentences of all categories use.
enum CommonWords {
    static let colours = [
        "slate grey", "honey yellow", "chalk white", "rust red", "deep green", "pale blue", "copper",
    ]
    static let seasons = ["spring", "summer", "autumn", "winter"]
    static let habitats = [
        "tidal marshes", "old orchards", "rocky shores", "high moorland", "reed beds", "beech woods",
        "river meadows", "quiet dunes",
    ]
    static let regions = [
        "the Northern Reach", "the Amber Coast", "the Long Fells", "the Lower Isles", "the Salt Country",
    ]
    static let firstNames = [
        "Ada", "Bruno", "Clara", "Edmund", "Greta", "Henrik", "Ines", "Jonas", "Livia", "Marta", "Odile",
        "Tomas",
    ]
    static let lastNames = [
        "Ashdown", "Brandt", "Calloway", "Dahl", "Ellery", "Farrow", "Hollis", "Kessler", "Lindqvist",
        "Moreau",
        "Okafor", "Penrose", "Sato", "Varga",
    ]
    static let placeBeginnings = [
        "Alder", "Bram", "Cor", "Dunmer", "Elm", "Fenn", "Gar", "Holm", "Kestle", "Lor", "Marrow", "Nor",
        "Oster",
        "Pell", "Quarr", "Rosen", "Sel", "Thorn", "Ulver", "Wind",
    ]
    static let placeEndings = [
        "by", "combe", "den", "ford", "haven", "holt", "mere", "mouth", "ness", "stead", "wick",
    ]
}
