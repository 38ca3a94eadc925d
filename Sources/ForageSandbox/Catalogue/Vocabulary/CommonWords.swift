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
