internal import ForageCore

/// A command line, parsed with the options that a command declares.
struct Arguments: Sendable {
    /// The whole command line, for a program that receives the same one.
    let typed: [String]
    /// The words that are not options, in order.
    private(set) var words: [String] = []
    /// The option whose value comes next, with its name as typed.
    private(set) var pending: (option: Option, name: String)?
    /// True if `--` has ended the options.
    private(set) var isPastOptions = false
    private var values: [String: [String]] = [:]
    private let options: [Option]
    /// Words such as `-tawny`, whose first letter is an option and whose remaining letters are its value.
    private var grown: [(word: Substring, value: String)] = []

    /// Parses a command line.
    init(_ typed: [String], options: [Option]) throws(CommandError) {
        self.typed = typed
        self.options = options
        for (place, word) in typed.enumerated() {
            try take(word, before: place + 1 < typed.count ? typed[place + 1] : nil)
        }
        if let (option, name) = pending {
            throw CommandError.usage("\(name) needs a value: \(name) \(option.value ?? "").")
        }
    }

    /// Parses a command line that is still being typed, without reporting faults.
    init(unfinished typed: some Collection<String>, options: [Option]) {
        self.typed = Array(typed)
        self.options = options
        for word in typed { try? take(word, before: nil) }
    }

    /// Indicates whether an option was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of an option; the last one if it was given more than once.
    func value(_ name: String) -> String? { values[name]?.last }

    /// Every value of an option, as typed.
    func every(_ name: String) -> [String] { values[name] ?? [] }

    /// Every value of an option, with values split at commas.
    func list(_ name: String) -> [String] {
        every(name).flatMap { $0.split(separator: ",") }.map { String($0.trimmingWhitespace()) }
    }

    /// Indicates whether an option may be given, possibly again.
    func allows(_ option: Option) -> Bool { option.repeats || !has(option.name) }

    /// Returns the command line with other values for some options, and with the options of a further command line.
    func replacing(_ other: [String: [String]?], by further: Arguments) -> Arguments {
        var result = self
        for (name, values) in other { result.values[name] = values }
        result.values.merge(further.values) { $1 }
        return result
    }

    /// Returns the command line of another command, with the same words and those options that it has, too.
    func limited(to options: [Option]) throws(CommandError) -> Arguments {
        let given = options.flatMap { option in
            let name = "--\(option.name)"
            return has(option.name)
                ? option.value == nil ? [name] : every(option.name).map { "\(name)=\($0)" } : []
        }
        return try Arguments(given + ["--"] + words, options: options)
    }

    /// Returns the error, with a suggestion if it concerns the value in a word such as `-tawny`.
    func explaining(_ error: any Error) -> any Error {
        let fault = Advice.sentence(on: error)
        guard CommandLineProgram.isMisuse(error), options.contains(where: { $0.name == "not" }),
            let word = grown.first(where: { fault.contains("\"\($0.value)\"") })?.word
        else { return error }
        return CommandError.usage("\(fault) To exclude \"\(word)\", use --not \(word).")
    }

    private mutating func take(_ word: String, before next: String?) throws(CommandError) {
        if let (option, name) = pending {
            pending = nil
            try add(word, to: option, as: name)
        } else if isPastOptions || !word.hasPrefix("-") || word == "-" {
            words.append(word)
        } else if word == "--" {
            isPastOptions = true
        } else if word.hasPrefix("--") {
            try takeLong(word.dropFirst(2), next)
        } else {
            try takeLetters(word.dropFirst(), next)
        }
    }

    private mutating func takeLong(_ word: Substring, _ next: String?) throws(CommandError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0]
        guard let option = options.first(where: { $0.isNamed(name) }) else {
            throw CommandError.retired(name) ?? fieldFault("--\(name)") { $0.flag == name } ?? formatFault(
                name)
                ?? CommandLineProgram.strayOption("--\(name)")
                ?? .unknown(
                    "option", "--\(name)", among: options.map { "--\($0.name)" },
                    // So long a list of names would not help.
                    advice: options.count > 12 ? "--help lists the options of this command" : nil)
        }
        try take(option, as: "--\(name)", given: parts.count > 1 ? String(parts[1]) : nil, next)
    }

    private mutating func takeLetters(_ word: Substring, _ next: String?) throws(CommandError) {
        var letters = word
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.letter == letter }) else {
                if word.count > 1, options.contains(where: { $0.name == "not" }) {
                    throw CommandError.usage(
                        "\"-\(word)\" is not an option; to exclude \"\(word)\", use --not \(word).")
                }
                let known = options.compactMap { option in option.letter.map { "-\($0)" } }
                throw fieldFault("-\(letter)", where: { $0.letter == letter })
                    ?? .unknown("option", "-\(letter)", among: known, guesses: false)
            }
            let given = option.value == nil || letters.isEmpty ? nil : String(letters)
            if let given {
                letters = ""
                grown.append((word, given))
            }
            try take(option, as: "-\(letter)", given: given, next)
        }
    }

    /// Returns the error for a query field typed as an option, for a command whose query is itself an option.
    private func fieldFault(_ typed: String, where isMeant: (QueryField) -> Bool) -> CommandError? {
        guard options.contains(where: { $0.name == "query" }),
            let field = QueryField.all.first(where: isMeant)
        else { return nil }
        return CommandError.usage(
            "\(typed) is not an option of this command; add it to the query: --query '… \(field.name):…'."
        )
    }

    /// Returns the error for a format typed as if it were an option.
    private func formatFault(_ name: Substring) -> CommandError? {
        guard let format = options.first(where: { $0.name == "format" }),
            case .words(let words) = format.takes,
            words.contains(String(name))
        else { return nil }
        return CommandError.usage("\"--\(name)\" is not an option; did you mean \"--format \(name)\"?")
    }

    private mutating func take(
        _ option: Option, as name: String, given: String?, _ next: String?
    ) throws(CommandError) {
        let isAgain = has(option.name)
        values[option.name, default: []] += []
        let value = given ?? option.unsaid
        if option.value != nil, value == nil { pending = (option, name) }
        guard option.repeats || !isAgain else {
            throw CommandError.usage("\(name) was given twice; give it once.")
        }
        guard option.value != nil || given == nil else {
            throw CommandError.usage("\(name) takes no value; remove \"=\" and the text after it.")
        }
        if given == nil, option.unsaid != nil, case .words(let words) = option.takes, let next,
            words.contains(next)
        {
            throw CommandError.usage(
                "If \"\(next)\" is the value of \(name), write \(name)=\(next); if not, write it first: \(next) \(name)."
            )
        }
        if let value { try add(value, to: option, as: name) }
    }

    private mutating func add(_ value: String, to option: Option, as name: String) throws(CommandError) {
        if case .file = option.takes, value.trimmingWhitespace().isEmpty, option.unsaid == nil {
            throw CommandError.usage("\(name) takes the name of a \(option.value?.lowercased() ?? "").")
        }
        values[option.name, default: []].append(value)
    }
}

extension Arguments {
    /// Returns the only word of the command line.
    ///
    /// - Parameters:
    ///   - kind: The kind of word, such as a file.
    ///   - advice: The message if there is none.
    /// - Returns: The word.
    /// - Throws: ``CommandError`` if there is no word or more than one.
    func onlyWord(_ kind: String, orElse advice: String) throws(CommandError) -> String {
        guard let word = words.first else { throw CommandError.usage(advice) }
        guard words.count == 1 else {
            throw CommandError.usage("Give one \(kind); put quotes around it if it has spaces.")
        }
        return word
    }

    /// Rejects any word, with advice on what to do instead.
    func refuseWords(_ advice: String) throws(CommandError) {
        if let word = words.first { throw .unexpected(word, advice: advice) }
    }

    /// The value of an option as a whole number.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw CommandError.usage(
                "--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"."
            )
        }
        return number
    }

    /// The value of an option as a time of at most ten minutes: `5`, `2.5s` or `800ms`.
    func duration(_ name: String) throws(CommandError) -> Duration? {
        try duration(name, upTo: .seconds(600), "a time of at most ten minutes, such as 5, 2.5s or 800ms")
    }

    /// The value of an option as an age of at most a year: `90s`, `30m`, `12h` or `7d`.
    func age(_ name: String) throws(CommandError) -> Duration? {
        try duration(
            name, upTo: .seconds(365 * 86_400), "a time of at most 365d, such as 90s, 30m, 12h or 7d")
    }

    private func duration(
        _ name: String, upTo limit: Duration, _ rule: String
    ) throws(CommandError) -> Duration? {
        guard let text = value(name) else { return nil }
        let unit = Self.units.first { text.hasSuffix($0.name) } ?? ("", 1)
        guard let number = Double(decimal: text.dropLast(unit.name.count)), number > 0,
            number * unit.seconds <= limit / .seconds(1)
        else { throw CommandError.usage("--\(name) takes \(rule), not \"\(text)\".") }
        return .seconds(number * unit.seconds)
    }

    /// The units of time. The first one that the text ends with applies.
    private static let units: [(name: String, seconds: Double)] = [
        ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400),
    ]

    /// The values of an option as servers, each given by its address.
    func origins(_ name: String) throws(CommandError) -> [Origin] {
        var origins: [Origin] = []
        for typed in every(name) {
            for text in typed.split(separator: ",", omittingEmptySubsequences: false) {
                guard let url = WebURL(String(text.trimmingWhitespace())), url.pathAndQuery == "/" else {
                    throw CommandError.usage(
                        "--\(name) takes an origin such as https://api.example.com, not \"\(text)\".")
                }
                origins.append(url.origin)
            }
        }
        return origins
    }

    /// The values of an option as header fields, trimmed of white space. The error for anything else shows the example.
    func fields(_ name: String, like example: String) throws(CommandError) -> [(
        name: String, value: Substring
    )] {
        var fields: [(name: String, value: Substring)] = []
        for line in every(name) {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
                throw CommandError.usage("--\(name) takes \(example), not \"\(line)\".")
            }
            fields.append((String(line[..<colon]), line[line.index(after: colon)...].trimmingWhitespace()))
        }
        return fields
    }

    /// The value of an option as one of a known set of words.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, as: Choice.Type
    ) throws(CommandError) -> Choice? {
        guard let text = value(name) else { return nil }
        return try Self.choice(text, of: "--\(name)")
    }

    /// The values of an option as words of a known set.
    func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, as: Choice.Type
    ) throws(CommandError) -> [Choice] {
        var choices: [Choice] = []
        for text in list(name) { choices.append(try Self.choice(text, of: "--\(name)")) }
        return choices
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String, of option: String
    ) throws(CommandError) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            throw CommandError.unknown("value of \(option)", text, among: Choice.allCases.map(\.rawValue))
        }
        return choice
    }
}

extension ItemID {
    /// Reads the ID of a result.
    ///
    /// - Throws: ``CommandError`` if it is not an ID, or the provider is unknown.
    static func typed(_ word: String, known: [ProviderID]) throws(CommandError) -> ItemID {
        guard let id = ItemID(typed: word) else {
            throw CommandError.usage(
                "\"\(word)\" is not an ID; use an ID that a search prints, such as duckduckgo:owl~article.")
        }
        try id.provider.check(among: known)
        return id
    }
}

extension ProviderID {
    /// Rejects an unknown provider.
    func check(among known: [ProviderID]) throws(CommandError) {
        guard known.contains(self) else { throw .unknown("provider", name, among: known.map(\.name)) }
    }

    /// Reads the name of a provider, ignoring case.
    ///
    /// - Throws: ``CommandError`` for an unknown name.
    static func typed(_ name: String, known: [ProviderID]) throws(CommandError) -> ProviderID {
        guard let id = ProviderID(typed: name), known.contains(id) else {
            throw CommandError.unknown("provider", name, among: known.map(\.name))
        }
        return id
    }
}
