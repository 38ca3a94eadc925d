internal import Forage
internal import ForageCore
internal import ForageStorage
internal import Platform

/// The candidates for the word that is being typed, found in the declarations of the commands.
struct Candidates {
    let commands: [Command]
    let environment: [String: String]

    struct Candidate: Equatable {
        let word: String
        var description = ""
    }

    /// The offer for one word.
    enum Offer: Equatable {
        case words([Candidate])
        /// File names, which the shell itself completes.
        case files
    }

    /// Looks for candidates.
    ///
    /// - Parameter words: The words after the program's name. The last one is being typed and may be empty.
    /// - Returns: The candidates that begin with the last word.
    func offer(for words: [String]) -> Offer {
        let current = words.last ?? ""
        switch offer(after: words.dropLast(), current) {
        case .files: return .files
        case .words(let candidates): return .words(candidates.filter { $0.word.hasPrefix(current) })
        }
    }

    private func offer(after words: ArraySlice<String>, _ current: String) -> Offer {
        let general = Command.commonOptions + [Command.versionOption]
        guard let place = words.indices.first(where: { isCommand(at: $0, in: words, general) }) else {
            return offer(
                Arguments(unfinished: words, options: general), general, current, operand: commandNames)
        }
        if words[place] == "help" { return commandNames }
        guard let command = commands.first(where: { $0.name == words[place] }) else { return .words([]) }
        let options = command.options + Command.commonOptions
        let typed = Arguments(unfinished: words[words.index(after: place)...], options: options)
        return offer(typed, options, current, operand: offer(command.takes.after(typed.words), current))
    }

    private func isCommand(at place: Int, in words: ArraySlice<String>, _ general: [Option]) -> Bool {
        !words[place].hasPrefix("-")
            && Arguments(unfinished: words[..<place], options: general).pending == nil
    }

    private func offer(
        _ typed: Arguments, _ options: [Option], _ current: String, operand: @autoclosure () -> Offer
    ) -> Offer {
        if let option = typed.pending?.option { return offer(option.takes, current) }
        guard current.hasPrefix("-"), !typed.isPastOptions else { return operand() }
        guard let equals = current.firstIndex(of: "=") else {
            return .words(
                options.filter(typed.allows).map { Candidate(word: "--\($0.name)", description: $0.help) })
        }
        let start = current[...equals]
        guard let option = options.first(where: { $0.isSpelled(current) }) else { return .words([]) }
        return offer(option.takes, String(current[current.index(after: equals)...])).adding(start)
    }

    private var commandNames: Offer {
        .words(commands.map { Candidate(word: $0.name, description: $0.summary) })
    }

    private func offer(_ completion: Completion, _ current: String) -> Offer {
        switch completion {
        case .nothing, .action, .sequence: .words([])
        case .words(let words): .words(words.map { Candidate(word: $0) })
        case .file: .files
        case .provider: .words(providers(registrations))
        case .providerOrGroup: .words(providersAndGroups)
        case .result: .words(results(current))
        case .setting: .words(settings)
        case .watch: .words(watches)
        case .valueOfSetting(let name): .words(values(of: name))
        case .query: offerInQuery(current)
        case .list(let completion):
            offer(completion, "").adding(current.lastIndex(of: ",").map { current[...$0] } ?? "")
        }
    }

    private func providers(_ registrations: [Registration]) -> [Candidate] {
        registrations.map { Candidate(word: $0.info.id.name, description: $0.info.summary) }
    }

    private var providersAndGroups: [Candidate] {
        let registrations = registrations
        let groups = ProviderGroups(registrations.map(\.info))
        return providers(registrations)
            + groups.names.map { name in
                let members = groups[name].map(\.name).joined(separator: ", ")
                return Candidate(word: name, description: "The group of \(members)")
            }
    }

    /// The results of the last search, by ID or, after a digit, by number.
    private func results(_ current: String) -> [Candidate] {
        guard let last = LastSearches(environment)?.last else { return [] }
        let isNumber = current.first?.isNumber == true
        return zip(last.numbers, last.results).map { number, result in
            Candidate(word: isNumber ? "\(number)" : result.id.description, description: result.title)
        }
    }

    /// Fields of a query and their values; nothing before a letter is typed, because most people then type a word.
    private func offerInQuery(_ current: String) -> Offer {
        if current.hasPrefix("!") { return offer(.provider, "").adding("!") }
        guard let colon = current.firstIndex(of: ":") else {
            let names = QueryField.all.map { Candidate(word: "\($0.name):", description: $0.help) }
            return .words(current.isEmpty ? [] : names)
        }
        guard let field = QueryField.all.first(where: { $0.names.contains(String(current[..<colon])) }) else {
            return .words([])
        }
        let value: Completion = field.name == "from" ? .provider : .words(field.choices)
        let rest = String(current[current.index(after: colon)...])
        return offer(field.isList ? .list(value) : value, rest).adding(current[...colon])
    }

    /// All providers, both built in and defined.
    private var registrations: [Registration] {
        let files = ConfigurationFiles(environment: environment)
        return Forage.builtIn + Definitions(files, environment: environment).registrations
    }

    private var watches: [Candidate] {
        let folder = PersonalFolder.state.path(environment)
        let watches = folder.flatMap { SQLiteWatchStore(in: $0).watches() }
        return (watches ?? []).map { Candidate(word: $0.name, description: $0.query) }
    }

    private func values(of setting: String) -> [Candidate] {
        let configuration = try? Configuration(registrations: registrations)
        return (configuration?.choices(for: setting) ?? []).map { Candidate(word: $0) }
    }

    private var settings: [Candidate] {
        let registrations = registrations
        let all = try? Configuration(registrations: registrations).explanations(of: "")
        let groups = registrations.map(\.info).map { info in
            Candidate(word: "providers.\(info.id)", description: "All settings of \(info.name)")
        }
        return (all ?? []).map { Candidate(word: $0.path, description: $0.help) } + groups
    }
}

extension Candidates.Offer {
    /// The same candidates, each after the text that was typed before.
    fileprivate func adding(_ start: Substring) -> Candidates.Offer {
        guard case .words(let candidates) = self else { return self }
        return .words(
            candidates.map { Candidates.Candidate(word: start + $0.word, description: $0.description) })
    }
}

extension Command {
    static let completions = Command(
        "completions", "Print a completion script for your shell",
        operands: "bash | zsh | fish",
        takes: .oneOf(ShellScript.self),
        discussion: """
            Completes commands, options and their values, providers, settings and the IDs of the last search.

            bash  add to ~/.bashrc: source <(forage completions bash)
            zsh   add to ~/.zshrc, after compinit: source <(forage completions zsh)
            fish  forage completions fish > ~/.config/fish/completions/forage.fish
            """,
        examples: ["source <(forage completions bash)"]
    ) { invocation in
        let words = invocation.arguments.words
        if words.first == "candidates" {
            offer(Array(words.dropFirst()), invocation)
            return .success
        }
        let shells = ShellScript.allCases.map(\.rawValue)
        guard let name = words.first, words.count == 1 else {
            throw CommandError.usage(
                "Name your shell: forage completions \(shells.inSentence("or")).")
        }
        guard let script = ShellScript(rawValue: name) else {
            throw CommandError.unknown("supported shell", name, among: shells)
        }
        invocation.pipes.write(script.text)
        return .success
    }

    /// Answers the shell scripts: a candidate on each line, a tab, and its description.
    private static func offer(_ words: [String], _ invocation: Invocation) {
        let candidates = Candidates(commands: CommandLineProgram.all, environment: invocation.environment)
        switch candidates.offer(for: words) {
        case .files: invocation.pipes.write(line: ShellScript.files)
        case .words(let words):
            for candidate in words {
                invocation.pipes.write(line: candidate.word + "\t" + candidate.description.printable())
            }
        }
    }
}

/// The scripts that make shells ask `forage` for candidates. They contain no names, so they are never out of date.
enum ShellScript: String, CaseIterable {
    case bash, zsh, fish

    var text: [UInt8] {
        switch self {
        // Bash splits a word at colons and equals signs, and replaces only the last part. It passes the line as typed,
        // with its quotes.
        case .bash: PackageResources.completions_bash
        case .zsh: PackageResources.completions_zsh
        case .fish: PackageResources.completions_fish
        }
    }

    /// The line that makes the shell offer files.
    static let files = ":files"
}
