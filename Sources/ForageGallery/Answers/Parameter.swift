internal import ForageCore
internal import ForageSearch

/// Something that may stand behind the `?` of an address.
struct Parameter: Hashable, Sendable {
    let name: String
    let form: Form
    /// What it is for.
    let meaning: String
    var isRequired = false

    enum Form: Hashable, Sendable {
        case text
        case day
        case integer(ClosedRange<Int>)
        case oneOf([Int])
        case flag
    }
}

extension Parameter {
    static let query = Parameter(
        name: "q", form: .text,
        meaning: "What to look for: words, \"phrases\", -words to leave out, and filters:\n\n"
            + QueryField.all.map { "- `\($0.name):\($0.placeholder)` \($0.help)" }.joined(separator: "\n"),
        isRequired: true)
    static let limit = Parameter(
        name: "limit", form: .integer(Query.limits), meaning: "How many results are wanted at once.")
    static let cursor = Parameter(
        name: "cursor", form: .text, meaning: "The `next` of the results before, to go on behind them.")
    /// What a listing can be narrowed to: the filters of the language, less the order, because a listing has its own.
    static let filters = QueryField.all.filter { $0.name != "sort" }.map { Parameter($0) }
    static let strict = Parameter(
        name: "strict", form: .flag,
        meaning: "Whether providers are left out that cannot be held to every filter.")
    static let explain = Parameter(
        name: "explain", form: .flag,
        meaning: "Whether each result says why it stands where it does, in `explain`.")
    static let page = Parameter(
        name: "page", form: .integer(SearchEngine.pages),
        meaning: "Which part of the list, the first being 1; not together with `cursor`.")
    static let day = Parameter(
        name: "day", form: .day, meaning: "The listing of that day, where a provider has one.")
    static let size = Parameter(
        name: "size", form: .text,
        meaning:
            "Which file, as for `forage get --size`: a role such as `regular`, or a width such as `1600x`.")
    static let width = Parameter(
        name: "w", form: .oneOf(PictureWorkshop.widths), meaning: "A picture that is no wider.")

    init(_ field: QueryField) {
        self.init(name: field.name, form: .text, meaning: field.help + ".")
    }
}
