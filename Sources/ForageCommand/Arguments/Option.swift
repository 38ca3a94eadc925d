/// One option of a command: how it is typed and what it does.
struct Option: Sendable {
    let name: String
    /// What else people call it, which no help lists.
    let otherNames: [String]
    let letter: Character?
    /// What stands for the value in help, such as `N`; nil for an option without a value.
    let value: String?
    /// What an option means whose value may be omitted, which then stands behind `=` only.
    let unsaid: String?
    /// What may stand there, for completion.
    let takes: Completion
    /// Whether it may be given several times.
    let repeats: Bool
    /// Some list all that may be typed, which takes a while and is read in help and completion alone.
    private let makeHelp: @Sendable () -> String

    init(
        _ name: String, or otherNames: [String] = [], _ letter: Character? = nil, value: String? = nil,
        unsaid: String? = nil, takes: Completion = .nothing, repeats: Bool = false,
        help: @autoclosure @escaping @Sendable () -> String
    ) {
        self.name = name
        self.otherNames = otherNames
        self.letter = letter
        self.value = value
        self.unsaid = unsaid
        self.takes = takes
        self.repeats = repeats
        makeHelp = help
    }

    var help: String { makeHelp() }

    /// Whether a word of the command line gives this option: `-n`, `--limit` or `--limit=5`.
    func isSpelled(_ word: String) -> Bool {
        let spelled = word.prefix { $0 != "=" }
        guard spelled.hasPrefix("--") else { return letter.map { spelled == "-\($0)" } ?? false }
        return isNamed(spelled.dropFirst(2))
    }

    /// Whether it is called so, by whichever of its names.
    func isNamed(_ name: Substring) -> Bool {
        self.name == name || otherNames.contains { $0 == name }
    }

    /// Whether the word behind it is its value.
    var takesNext: Bool { value != nil && unsaid == nil }

    /// How it stands in help: `-n, --limit N`.
    var spelling: String {
        let value = value.map { unsaid == nil ? " \($0)" : "[=\($0)]" } ?? ""
        return (letter.map { "-\($0), " } ?? "    ") + "--\(name)" + value
    }
}
