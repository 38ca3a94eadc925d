internal import ForageCore

extension Filter.Name {
    /// What it asks about, for people: one can filter by it, and an item states it.
    var words: String {
        switch self {
        case .phrase: "phrase"
        case .without: "words to leave out"
        case .creator: "maker"
        case .collection: "series or album"
        case .kind: "kind"
        case .licence: "licence"
        case .orientation: "orientation"
        case .hue: "colour"
        case .minimumSize: "size"
        case .publishedSince, .publishedBefore: "date"
        case .content: "content"
        }
    }

    /// What it is called in a query.
    var field: String {
        switch self {
        case .hue: "colour"
        case .minimumSize: "min"
        default: rawValue
        }
    }
}
