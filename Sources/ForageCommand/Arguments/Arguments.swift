internal import ForageCore

/// A command line, taken apart by what a command declares.
struct Arguments: Sendable {
    /// All of it, for a program that is handed the same.
    let typed: [String]
    /// What is not an option, in order.
    private(set) var words: [String] = []
    private var values: [String: [String]] = [:]
    private let options: [Option]
    /// Words such as `-tawny`, whose first letter is an option and whose rest is its value.
    private var grown: [(word: Substring, value: String)] = []

    /// Takes a command line apart; `--` ends the options.
    init(_ typed: [String], options: [Option]) throws(UsageFault) {
        self.typed = typed
        self.options = options
        var rest = typed[...]
        while let word = rest.popFirst() {
            if word == "--" {
                words += rest
                break
            } else if word.hasPrefix("--") {
                try takeLong(word.dropFirst(2), &rest)
            } else if word.hasPrefix("-"), word.count > 1 {
                try takeLetters(word.dropFirst(), &rest)
            } else {
                words.append(word)
            }
        }
    }

    /// Whether an option was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of an option; the last one where it was given twice.
    func value(_ name: String) -> String? { values[name]?.last }

    /// Every value of an option, as it was typed.
    func every(_ name: String) -> [String] { values[name] ?? [] }

    /// Every value of an option, those with commas taken apart.
    func list(_ name: String) -> [String] {
        every(name).flatMap { $0.split(separator: ",") }.map { String($0.trimmingWhitespace()) }
    }

    /// What went wrong, with what was probably meant where it is about the rest of such a word.
    func explaining(_ error: any Error) -> any Error {
        let fault = "\(error)"
        guard CommandLineProgram.isMisuse(error), options.contains(where: { $0.name == "not" }),
            let word = grown.first(where: { fault.contains("\"\($0.value)\"") })?.word
        else { return error }
        return UsageFault("\(fault) To leave \"\(word)\" out: --not \(word).")
    }

    private mutating func takeLong(_ word: Substring, _ rest: inout ArraySlice<String>) throws(UsageFault) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0]
        let given = parts.count > 1 ? String(parts[1]) : nil
        guard let option = options.first(where: { $0.isNamed(name) }) else {
            throw UsageFault.retired(name) ?? fieldFault("--\(name)") { $0.flag == name } ?? formatFault(name)
                ?? CommandLineProgram.strayOption("--\(name)")
                ?? .unknown(
                    "option", "--\(name)", among: options.map { "--\($0.name)" },
                    // So many names say nothing to anybody.
                    advice: options.count > 12 ? "--help lists those of this command" : nil)
        }
        try take(option, as: "--\(name)", given: given, &rest)
    }

    private mutating func takeLetters(_ letters: Substring, _ rest: inout ArraySlice<String>)
        throws(UsageFault)
    {
        let word = letters
        var letters = letters
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.letter == letter }) else {
                if word.count > 1, options.contains(where: { $0.name == "not" }) {
                    throw UsageFault(
                        "\"-\(word)\" is not an option; to leave \"\(word)\" out: --not \(word).")
                }
                let known = options.compactMap { option in option.letter.map { "-\($0)" } }
                if let fault = fieldFault("-\(letter)", where: { $0.letter == letter }) { throw fault }
                throw UsageFault.unknown("option", "-\(letter)", among: known, guesses: false)
            }
            let given = option.value == nil || letters.isEmpty ? nil : String(letters)
            if let given {
                letters = ""
                grown.append((word, given))
            }
            try take(option, as: "-\(letter)", given: given, &rest)
        }
    }

    /// What to say of a field of queries, which is no option where a query is an option itself.
    private func fieldFault(_ typed: String, where isMeant: (QueryField) -> Bool) -> UsageFault? {
        guard options.contains(where: { $0.name == "query" }),
            let field = QueryField.all.first(where: isMeant)
        else { return nil }
        return UsageFault(
            "\(typed) is not an option of this command; write it into the query: --query '… \(field.name):…'."
        )
    }

    /// What to say of a format that is typed as if it were an option.
    private func formatFault(_ name: Substring) -> UsageFault? {
        guard let format = options.first(where: { $0.name == "format" }),
            case .words(let words) = format.takes,
            words.contains(String(name))
        else { return nil }
        return UsageFault("\"--\(name)\" is not an option; did you mean \"--format \(name)\"?")
    }

    private mutating func take(
        _ option: Option, as typed: String, given: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageFault) {
        guard option.repeats || values[option.name] == nil else {
            throw UsageFault("\(typed) was given twice; give it once.")
        }
        guard let placeholder = option.value else {
            guard given == nil else {
                throw UsageFault("\(typed) takes no value; drop what stands behind it.")
            }
            values[option.name] = []
            return
        }
        if given == nil, option.unsaid != nil, case .words(let words) = option.takes,
            let next = rest.first, words.contains(next)
        {
            throw UsageFault(
                "The value of \(typed) stands behind an equals sign: \(typed)=\(next). A word stands in front of it: \(next) \(typed)."
            )
        }
        guard let value = given ?? option.unsaid ?? rest.popFirst() else {
            throw UsageFault("\(typed) needs a value: \(typed) \(placeholder).")
        }
        if case .file = option.takes, value.trimmingWhitespace().isEmpty, option.unsaid == nil {
            throw UsageFault("\(typed) takes the name of a \(placeholder.lowercased()).")
        }
        values[option.name, default: []].append(value)
    }
}
