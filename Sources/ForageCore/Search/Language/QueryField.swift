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
