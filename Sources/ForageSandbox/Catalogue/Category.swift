/// A kind of thing the catalogue knows, with the words to name and describe its items.
///
/// In sentences `{The}` and `{the}` stand for the item's name, the other words in braces for
/// something chosen at random.
struct Category: Sendable {
    enum Naming: Sendable {
        /// “Snowy owl”, spoken of as “the snowy owl”.
        case qualified([String])
        /// “Field botany”, spoken of without an article.
        case uncounted([String])
        /// “Alderness Lighthouse”, after a place that nobody will find on a map.
        case afterPlaces
    }

    struct Fact: Sendable {
        let label: String
        let values: [String]
    }

    let singular: String
    let plural: String
    /// The heading several categories stand under.
    let theme: String
    let heads: [String]
    let naming: Naming
    /// Titles that follow no pattern.
    var specials: [String] = []
    let openings: [String]
    let details: [String]
    let closings: [String]
    let facts: [Fact]
}

extension Category {
    /// “a bird”, “an instrument”.
    var singularWithArticle: String {
        let startsWithVowel = singular.first.map { "aeiou".contains($0) } ?? false
        return (startsWithVowel ? "an " : "a ") + singular
    }

    static let all =
        [birds, mammals, seaLife, trees, flowers] + [landmarks, landscapes]
        + [instruments, foods, crafts, vehicles] + [inventions, sciences]
}

/// Words that sentences of every category choose from.
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
