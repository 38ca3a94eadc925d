internal import Platform

/// A filter as people write it: `name:value` in a query, `--flag VALUE` at the command.
///
/// ``all`` is the one table of them; the parser, the command's options, their help and completion come of it.
public struct QueryField: Sendable {
    /// Its name in a query.
    public let name: String
    /// Other names that are understood.
    public let otherNames: [String]
    /// The name of the command's option.
    public let flag: String
    /// The option's short form.
    public let letter: Character?
    /// What stands for the value in help.
    public let placeholder: String
    /// What it asks for, in one line.
    public let help: String
    /// The words that the value is one of, where there are only a few.
    public let choices: [String]
    /// Whether the value may be several, with commas between them, and the field given several times.
    public let isList: Bool
    /// Makes a wish of one value; of a list it is given an element at a time.
    let read: @Sendable (String) throws(QueryValueFault) -> QueryWish

    init(
        _ name: String, or otherNames: [String] = [], flag: String? = nil, _ letter: Character? = nil,
        value placeholder: String, help: String, choices: [String] = [], isList: Bool = false,
        read: @escaping @Sendable (String) throws(QueryValueFault) -> QueryWish
    ) {
        self.name = name
        self.otherNames = otherNames
        self.flag = flag ?? name
        self.letter = letter
        self.placeholder = placeholder
        self.help = help
        self.choices = choices
        self.isList = isList
        self.read = read
    }

    /// Every name that it has in a query.
    public var names: [String] { [name] + otherNames }

    /// The field of a name, in whatever case.
    static func named(_ name: String) -> QueryField? {
        let name = name.lowercased()
        return all.first { $0.names.contains(name) }
    }
}

extension QueryField: Hashable {
    /// Fields are told apart by their names.
    public static func == (one: QueryField, other: QueryField) -> Bool { one.name == other.name }

    /// Adds the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension QueryField {
    /// Every field, in the order in which a query is written.
    public static let all = [
        QueryField(
            "not", value: "WORDS", help: "Nothing that has this word or phrase; -word in a query",
            isList: true
        ) { (value) throws(QueryValueFault) in
            .filter(.without([try words(value, "a word or a phrase such as barn or \"barn owl\"")]))
        },
        QueryField(
            "by", or: ["creator"], value: "NAME", help: "Only what this person or institution made"
        ) { (value) throws(QueryValueFault) in
            .filter(.creator(try words(value, "a name such as \"Ann Lee\"")))
        },
        QueryField(
            "in", or: ["collection"], value: "NAME", help: "Only what is in this series or album"
        ) { (value) throws(QueryValueFault) in
            .filter(.collection(try words(value, "the name of a series or an album")))
        },
        QueryField(
            "from", or: ["provider"], flag: "provider", "p", value: "NAME",
            help: "Ask only these providers (comma-separated)", isList: true
        ) { (value) throws(QueryValueFault) in
            guard let provider = ProviderID(typed: value) else {
                throw QueryValueFault(takes: "names of providers such as flickr")
            }
            return .provider(provider)
        },
        QueryField(
            "kind", "k", value: "KIND", help: "Only photo, answer, topic or episode",
            choices: words(of: Kind.self), isList: true
        ) { (value) throws(QueryValueFault) in .filter(.kinds([try choice(value)])) },
        QueryField(
            "licence", or: ["license"], value: "TERMS",
            help: "Only what allows commercial, modify, redistribute; or is cc-by, cc0, …",
            choices: LicenceWish.words, isList: true
        ) { (value) throws(QueryValueFault) in .filter(.licence(try licence(value))) },
        QueryField(
            "orientation", value: "SHAPE", help: "Only landscape, portrait or square pictures",
            choices: words(of: Filter.Orientation.self)
        ) { (value) throws(QueryValueFault) in .filter(.orientation(try choice(value))) },
        QueryField(
            "colour", or: ["color", "hue"], flag: "hue", value: "COLOUR",
            help: "Only pictures of this colour, such as teal or black_and_white",
            choices: words(of: Filter.Hue.self)
        ) { (value) throws(QueryValueFault) in .filter(.hue(try choice(value))) },
        QueryField(
            "min", or: ["min-size"], flag: "min-size", value: "WxH",
            help: "Only pictures at least this large, such as 1200x800"
        ) { (value) throws(QueryValueFault) in .filter(.minimumSize(try size(value))) },
        QueryField(
            "after", value: "DATE", help: "Only what was published on or after 2024, 2024-05 or 2024-05-31"
        ) { (value) throws(QueryValueFault) in .filter(.publishedSince(try date(value))) },
        QueryField(
            "before", value: "DATE", help: "Only what was published before 2024, 2024-05 or 2024-05-31"
        ) { (value) throws(QueryValueFault) in .filter(.publishedBefore(try date(value))) },
        QueryField(
            "content", or: ["safe-search"], value: "LEVEL",
            help: "What is fit for everyone (safe, as usual), or any",
            choices: words(of: Filter.Content.self)
        ) { (value) throws(QueryValueFault) in .filter(.content(try choice(value))) },
        QueryField(
            "sort", "s", value: "ORDER", help: "Order by relevance, newest or interesting",
            choices: words(of: Order.self)
        ) { (value) throws(QueryValueFault) in .order(try choice(value)) },
    ]
}

// How the values of fields are read.
extension QueryField {
    static func words<Choice: RawRepresentable<String> & CaseIterable>(of _: Choice.Type) -> [String] {
        Choice.allCases.map(\.rawValue)
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: String
    ) throws(QueryValueFault) -> Choice {
        guard let choice = Choice(rawValue: value.lowercased()) else {
            throw QueryValueFault(among: words(of: Choice.self))
        }
        return choice
    }

    /// A text that has something to compare.
    static func words(_ value: String, _ expectation: String) throws(QueryValueFault) -> String {
        let words: [String] = value.words
        guard !words.isEmpty else { throw QueryValueFault(takes: expectation) }
        return value
    }

    static func size(_ value: String) throws(QueryValueFault) -> PixelSize {
        let sides = value.lowercased().split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "x" || $0 == "×" }
        ).map { Int($0) }
        guard sides.count == 2, let size = PixelSize(width: sides[0], height: sides[1]) else {
            throw QueryValueFault(takes: "a width and a height such as 1200x800")
        }
        return size
    }

    /// The beginning of a year, a month or a day, or a time of it.
    static func date(_ value: String) throws(QueryValueFault) -> Date {
        let day = value + ["-01-01", "-01", ""][min(2, value.count { $0 == "-" })]
        if CalendarDay(day) != nil, let date = Date(iso8601: day + "T00:00:00Z") { return date }
        guard let end = value.firstIndex(of: "T"), CalendarDay(value[..<end]) != nil,
            let date = Date(iso8601: value)
        else { throw QueryValueFault(takes: "a date such as 2024, 2024-05 or 2024-05-31") }
        return date
    }

    static func licence(_ value: String) throws(QueryValueFault) -> LicenceWish {
        let name = value.lowercased()
        guard let wish = LicenceWish(name) else {
            throw QueryValueFault(among: LicenceWish.words, meant: CreativeCommonsName(name)?.nearest)
        }
        return wish
    }
}

/// What a value asks for.
enum QueryWish: Hashable, Sendable {
    case filter(Filter)
    case provider(ProviderID)
    case order(Order)
}

/// Why a value is none; the sentence is made where it is known how the field was written.
struct QueryValueFault: Error {
    /// What the value should have been: "takes a date such as 2024"; nil where it is one of a few words.
    let expectation: String?
    /// The words that it could have been.
    let choices: [String]
    /// Which of them was meant, where that is known otherwise than by its spelling.
    private let meant: String?

    init(takes expectation: String) {
        self.expectation = "takes \(expectation)"
        choices = []
        meant = nil
    }

    init(among choices: [String], meant: String? = nil) {
        expectation = nil
        self.choices = choices
        self.meant = meant
    }

    /// The sentence, without its full stop.
    func sentence(on value: String, of subject: String) -> String {
        if let expectation { return "\(subject) \(expectation), not \(value.quoted)" }
        if let nearest = meant ?? nearestName(to: value, among: choices) {
            return "\(value.quoted) is not a value of \(subject); did you mean \(nearest.quoted)?"
        }
        return "\(value.quoted) is not a value of \(subject); \(choices.asChoice)"
    }
}
