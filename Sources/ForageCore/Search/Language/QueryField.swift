internal import Platform

/// A filter as people write it: `name:value` in a query, `--flag VALUE` at the command.
///
/// ``all`` is the single table of them; the parser, the command's options, their help and completion are based on it.
public struct QueryField: Sendable {
    /// The name in a query.
    public let name: String
    /// Alternative names in a query.
    public let otherNames: [String]
    /// The name of the command's option.
    public let flag: String
    /// The option's short form.
    public let letter: Character?
    /// The placeholder for the value in help.
    public let placeholder: String
    /// A description of its effect, in one line.
    public let help: String
    /// The allowed values, if there are only a few.
    public let choices: [String]
    /// Indicates whether several values are allowed, separated by commas or in repeated fields.
    public let isList: Bool
    /// A description of the allowed values, if there are no ``choices``: "a date such as 2024".
    private let expectation: String?
    /// Converts one value to an option; nil if it is invalid. For a list, it is called for each element.
    let read: @Sendable (String) -> QueryOption?

    init(
        _ name: String, or otherNames: [String] = [], flag: String? = nil, _ letter: Character? = nil,
        value placeholder: String, help: String, choices: [String] = [],
        takes expectation: String? = nil, isList: Bool = false,
        read: @escaping @Sendable (String) -> QueryOption?
    ) {
        self.name = name
        self.otherNames = otherNames
        self.flag = flag ?? name
        self.letter = letter
        self.placeholder = placeholder
        self.help = help
        self.choices = choices
        self.expectation = expectation
        self.isList = isList
        self.read = read
    }

    /// Every name in a query.
    public var names: [String] { [name] + otherNames }

    /// Returns a sentence about an invalid value, without its full stop.
    ///
    /// - Parameters:
    ///   - value: The value as it was typed.
    ///   - subject: The name with which the field was written.
    /// - Returns: The sentence.
    func refusal(of value: String, as subject: String) -> String {
        if let expectation { return "\(subject) takes \(expectation), not \(value.quoted)" }
        let meant = name == "licence" ? CreativeCommonsName(value.lowercased())?.nearest : nil
        let refusal = "\(value.quoted) is not a value of \(subject)"
        if let nearest = meant ?? nearestName(to: value, among: choices) {
            return "\(refusal); did you mean \(nearest.quoted)?"
        }
        return "\(refusal); \(choices.asChoice)"
    }

    /// Returns the field with a name, ignoring case.
    static func named(_ name: String) -> QueryField? {
        let name = name.lowercased()
        return all.first { $0.names.contains(name) }
    }
}

extension QueryField: Hashable {
    /// Fields are equal if their names are.
    public static func == (one: QueryField, other: QueryField) -> Bool { one.name == other.name }

    /// Adds the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension QueryField {
    /// Every field, in the order in which a query is written.
    public static let all = [
        QueryField(
            "not", value: "WORDS", help: "Exclude results with this word or phrase; -word in a query",
            takes: "a word or a phrase such as barn or \"barn owl\"", isList: true
        ) { value in value.hasWords ? .filter(.without([value])) : nil },
        QueryField(
            "by", or: ["creator"], value: "NAME", help: "Only what this person or institution made",
            takes: "a name such as \"Ann Lee\""
        ) { value in value.hasWords ? .filter(.creator(value)) : nil },
        QueryField(
            "in", or: ["collection"], value: "NAME", help: "Only what is in this series or album",
            takes: "the name of a series or an album"
        ) { value in value.hasWords ? .filter(.collection(value)) : nil },
        QueryField(
            "from", or: ["provider"], flag: "provider", "p", value: "NAME",
            help: "Search only these providers (comma-separated)", takes: "names of providers such as flickr",
            isList: true
        ) { value in ProviderID(typed: value).map(QueryOption.provider) },
        QueryField(
            "kind", "k", value: "KIND", help: "Only photo, answer, topic, episode, video or audio",
            choices: words(of: Kind.self) + [anyValue], isList: true
        ) { value in value.isAny ? .any : choice(value).map { .filter(.kinds([$0])) } },
        QueryField(
            "licence", or: ["license"], value: "TERMS",
            help: "Only what allows commercial, modify or redistribute, or is cc-by, cc0, …",
            choices: LicenceFilter.words + [anyValue], isList: true
        ) { value in value.isAny ? .any : LicenceFilter(value.lowercased()).map { .filter(.licence($0)) } },
        QueryField(
            "orientation", value: "SHAPE", help: "Only landscape, portrait or square pictures",
            choices: words(of: Filter.Orientation.self) + [anyValue]
        ) { value in value.isAny ? .any : choice(value).map { .filter(.orientation($0)) } },
        QueryField(
            "colour", or: ["color", "hue"], flag: "hue", value: "COLOUR",
            help: "Only pictures of this colour, such as teal or black_and_white",
            choices: words(of: Filter.Hue.self)
        ) { value in choice(value).map { .filter(.hue($0)) } },
        QueryField(
            "min", or: ["min-size"], flag: "min-size", value: "WxH",
            help: "Only pictures at least this large, such as 1200x800",
            takes: "a width and a height such as 1200x800"
        ) { value in size(value).map { .filter(.minimumSize($0)) } },
        QueryField(
            "after", value: "DATE",
            help: "Only what was published on or after a date: 2024, 2024-05 or 2024-05-31",
            takes: "a date such as 2024, 2024-05 or 2024-05-31"
        ) { value in date(value).map { .filter(.publishedSince($0)) } },
        QueryField(
            "before", value: "DATE",
            help: "Only what was published before a date: 2024, 2024-05 or 2024-05-31",
            takes: "a date such as 2024, 2024-05 or 2024-05-31"
        ) { value in date(value).map { .filter(.publishedBefore($0)) } },
        QueryField(
            "content", or: ["safe-search"], value: "LEVEL",
            help: "Only what is suitable for everyone (safe, the default), or anything (any)",
            choices: words(of: Filter.Content.self)
        ) { value in choice(value).map { .filter(.content($0)) } },
        QueryField(
            "sort", "s", value: "ORDER", help: "Order by relevance, newest or interesting",
            choices: words(of: Order.self)
        ) { value in choice(value).map(QueryOption.order) },
    ]
}

// Reading the values of fields.
extension QueryField {
    /// The value of a field that allows everything, which turns off a default.
    static let anyValue = "any"

    static func words<Choice: RawRepresentable<String> & CaseIterable>(of _: Choice.Type) -> [String] {
        Choice.allCases.map(\.rawValue)
    }

    static func choice<Choice: RawRepresentable<String>>(_ value: String) -> Choice? {
        Choice(rawValue: value.lowercased())
    }

    static func size(_ value: String) -> PixelSize? {
        let sides = value.lowercased().split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "x" || $0 == "×" }
        ).map { Int($0) }
        return sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
    }

    /// Reads a time, or the start of a year, a month or a day.
    static func date(_ value: String) -> Date? {
        let day = value + ["-01-01", "-01", ""][min(2, value.count { $0 == "-" })]
        if CalendarDay(day) != nil, let date = Date(iso8601: day + "T00:00:00Z") { return date }
        guard let end = value.firstIndex(of: "T"), CalendarDay(value[..<end]) != nil else { return nil }
        return Date(iso8601: value)
    }
}

/// The meaning of a field's value.
enum QueryOption: Hashable, Sendable {
    case filter(Filter)
    case provider(ProviderID)
    case order(Order)
    /// No filter, even if there is a default.
    case any
}

extension String {
    fileprivate var isAny: Bool { lowercased() == QueryField.anyValue }

    /// Indicates whether it contains a word.
    fileprivate var hasWords: Bool {
        let words: [String] = self.words
        return !words.isEmpty
    }
}
