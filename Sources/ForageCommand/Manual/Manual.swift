internal import Forage
internal import ForageCore
internal import Platform

/// The pages of the manual, made from the same declarations as the help.
struct Manual {
    private let commands: [Command]
    private let date: String

    /// The page on the configuration file, as it is named on the command line.
    static let ofConfiguration = "config.5"

    /// - Parameters:
    ///   - commands: All commands.
    ///   - environment: The environment variables; `SOURCE_DATE_EPOCH` is the date of a build that can be repeated.
    init(_ commands: [Command], _ environment: [String: String]) {
        self.commands = commands
        let seconds = environment["SOURCE_DATE_EPOCH"].flatMap { Double($0) }
        let date = seconds.map(Date.init(timeIntervalSince1970:)) ?? Date()
        self.date = String(date.iso8601.prefix { $0 != "T" })
    }

    /// The page `forage(1)`.
    var overview: String {
        var page = begin("forage", section: 1, "search many sources of pictures and episodes at once")
        page.section("SYNOPSIS")
        page.line("\(Roff.bold("forage")) \(Roff.italic("COMMAND")) [\(Roff.italic("OPTIONS"))]")
        page.section("DESCRIPTION")
        page.prose(
            "Forage asks many sources at the same time and shows one list of results, each with its size,")
        page.prose("its licence and the credit to show with it. No key is needed, and answers are cached.")
        page.section("COMMANDS")
        for command in commands {
            page.term("\\fBforage\\-\(Roff.escaped(command.name))\\fR(1)")
            page.prose(command.summary + ".")
        }
        add("OPTIONS FOR ALL COMMANDS", Command.commonOptions, to: &page)
        add("OPTIONS WITHOUT A COMMAND", [Command.versionOption], to: &page)
        page.section("EXIT STATUS")
        for code in ExitCode.allCases {
            page.term(Roff.bold("\(code.rawValue)"))
            page.prose(code.meaning)
        }
        addPlaces(to: &page)
        page.section("EXAMPLES")
        page.example(["forage search barn owl", "forage show 3", "forage get 1 3 5-7 --to owls"])
        page.section("SEE ALSO")
        page.line(reference("forage-search", 1) + ",")
        page.line(reference("forage-config", 5))
        return page.text
    }

    /// The page of a command, such as `forage-search(1)`.
    func page(of command: Command) -> String {
        var page = begin("forage-\(command.name)", section: 1, command.summary.startingSmall)
        page.section("SYNOPSIS")
        let operands = command.operands.isEmpty ? "" : " " + Roff.italic(command.operands)
        page.line(Roff.bold("forage \(command.name)") + operands + " [" + Roff.italic("OPTIONS") + "]")
        page.section("DESCRIPTION")
        if command.discussion.isEmpty { page.prose(command.summary + ".") }
        addDiscussion(command.discussion, to: &page)
        if !command.options.isEmpty { add("OPTIONS", command.options, to: &page) }
        add("OPTIONS FOR ALL COMMANDS", Command.commonOptions, to: &page)
        if !command.examples.isEmpty {
            page.section("EXAMPLES")
            page.example(command.examples)
        }
        page.section("SEE ALSO")
        page.line(reference("forage", 1) + ",")
        page.line(reference("forage-config", 5))
        return page.text
    }

    /// The page `forage-config(5)`, with the settings of the built-in providers.
    func configuration() throws -> String {
        var page = begin("forage-config", section: 5, "settings of Forage")
        page.section("DESCRIPTION")
        page.prose(
            "Forage works without a configuration. A file is JSON without comments, and names in this page")
        page.prose("with dots are members inside members: `defaults.limit` is")
        page.prose(
            "`{ \"defaults\": { \"limit\": 20 } }`. Each setting also has an environment variable. Command line"
        )
        page.prose("options override variables, and these override files. `forage config explain` shows all")
        page.prose("settings, also those of definitions, and `forage config check` reports mistakes.")
        page.section("SETTINGS")
        page.prose("A default can also be set for one command, as in `defaults.search.limit`.")
        let settings = try Configuration(registrations: Forage.builtIn).explanations(of: "")
        // Settings that all providers have in common are listed once.
        let counts = Dictionary(settings.map { ($0.generalName + $0.help, 1) }, uniquingKeysWith: +)
        var shown: Set<String> = []
        for setting in settings {
            let isShared = (counts[setting.generalName + setting.help] ?? 0) > 1
            let name = isShared ? setting.generalName : setting.path
            guard !setting.isOfOneCommand, shown.insert(name).inserted else { continue }
            page.term(Roff.bold(name))
            page.prose(setting.help)
            page.breakLine()
            page.prose("Allowed: \(setting.expectation).")
            guard !isShared else { continue }
            for (title, value) in [("Default", setting.defaultValue), ("Variable", setting.variable)] {
                guard let value else { continue }
                page.breakLine()
                page.prose("\(title): \(value).")
            }
        }
        addPlaces(to: &page)
        page.section("SEE ALSO")
        page.line(reference("forage", 1) + ",")
        page.line(reference("forage-config", 1))
        return page.text
    }

    private func begin(_ title: String, section: Int, _ summary: String) -> Roff {
        var page = Roff(title, section: section, date: date, source: "Forage \(Version.current)")
        page.section("NAME")
        page.fill("\(Roff.escaped(title)) \\- \(Roff.escaped(summary))")
        return page
    }

    private func reference(_ name: String, _ section: Int) -> String { "\(Roff.bold(name))(\(section))" }

    private func add(_ title: String, _ options: [Option], to page: inout Roff) {
        page.section(title)
        for option in options {
            let letter = option.letter.map { Roff.bold("-\($0)") + ", " } ?? ""
            let value = option.value.map { Roff.italic($0) }
            let shown = value.map { option.unsaid == nil ? " \($0)" : "[=\($0)]" } ?? ""
            page.term(letter + Roff.bold("--\(option.name)") + shown)
            page.prose(option.help + (option.help.hasSuffix("…") ? "" : "."))
        }
    }

    /// Adds paragraphs; a line with a gap of two spaces begins an entry of a list, which indented lines continue.
    private func addDiscussion(_ discussion: String, to page: inout Roff) {
        var (isInList, isAfterGap) = (false, false)
        for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.drop { $0 == " " }
            if line.isEmpty {
                (isInList, isAfterGap) = (false, true)
                continue
            } else if words.startIndex == line.startIndex, let gap = line.firstRange(of: "  ") {
                page.term(Roff.bold(String(line[..<gap.lowerBound])))
                page.prose(String(line[gap.upperBound...].drop { $0 == " " }))
                isInList = true
            } else if words.startIndex > line.startIndex, !isInList {
                page.example([String(words)])
            } else {
                if isAfterGap { page.paragraph() }
                page.prose(String(words))
            }
            isAfterGap = false
        }
    }

    private func addPlaces(to page: inout Roff) {
        page.section("FILES")
        for (path, meaning) in Self.places {
            page.term(Roff.italic(path))
            page.prose(meaning)
        }
    }

    private static let places = [
        ("~/.config/forage/config.json", "Your settings; `XDG_CONFIG_HOME` moves the folder."),
        (
            "~/.config/forage/credentials.json",
            "Your keys; only you may be able to read it (permissions 0600)."
        ),
        ("./config.json", "Settings of a folder, if its `$schema` is `urn:forage:config:1`."),
        ("~/.cache/forage", "Cached answers and items; `XDG_CACHE_HOME` moves the folder."),
        (
            "~/.local/state/forage",
            "Request counts, saved searches and the archive of downloads; `XDG_STATE_HOME` moves the folder."
        ),
    ]
}

extension SettingExplanation {
    /// The path with `NAME` for the name of a provider.
    fileprivate var generalName: String {
        var steps = path.split(separator: ".")
        if steps.count == 3, steps[0] == "providers" { steps[1] = "NAME" }
        return steps.joined(separator: ".")
    }

    /// True for a default that has the same meaning without the name of the command.
    fileprivate var isOfOneCommand: Bool { path.hasPrefix("defaults.") && help.hasSuffix(" only.") }
}

extension ExitCode {
    /// The explanation of the code in the manual.
    fileprivate var meaning: String {
        switch self {
        case .success: "Every provider answered, even if with no results."
        case .failure: "No provider answered, or none could be asked."
        case .partial: "Some providers answered and some failed."
        case .usage: "The command line is invalid."
        case .configuration: "The configuration is invalid."
        case .hungUp: "The terminal was closed."
        case .interrupted: "The command was interrupted with ctrl-C."
        case .terminated: "The system requested the program to end."
        }
    }
}

extension String {
    /// The text with a small first letter, unless a name begins it.
    fileprivate var startingSmall: String { prefix(1).lowercased() + dropFirst() }
}

/// A page for `man`, written in the language of troff with the macros of man(7).
struct Roff {
    private(set) var text: String

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - title: The name of the page, such as `forage-search`.
    ///   - section: The section of the manual: 1 for commands, 5 for files.
    ///   - date: The date of the page, such as `2026-11-28`.
    ///   - source: The program and its version.
    init(_ title: String, section: Int, date: String, source: String) {
        text = ".TH \(Self.escaped(title.uppercased())) \(section) \(date) \"\(Self.escaped(source))\"\n"
        // Names of variables and addresses are neither hyphenated nor stretched.
        text += ".nh\n.ad l\n"
    }

    mutating func section(_ title: String) { text += ".SH \(title)\n" }

    mutating func paragraph() { text += ".PP\n" }

    /// Begins a new line of the same paragraph.
    mutating func breakLine() { text += ".br\n" }

    /// Adds text that is refilled. Words in backquotes become bold.
    mutating func prose(_ prose: String) {
        let parts = prose.split(separator: "`", omittingEmptySubsequences: false)
        let marked = parts.enumerated().map { place, part in
            place % 2 == 1 ? Self.bold(String(part)) : Self.escaped(String(part))
        }
        fill(marked.joined())
    }

    /// Adds text with markup, in lines of a usual length.
    mutating func fill(_ marked: String) {
        marked.wrapped(toWidth: Self.greatestWidth).forEach { line($0) }
    }

    private static let greatestWidth = 78

    /// Begins an entry of a list: a term, after which its explanation follows.
    mutating func term(_ term: String) {
        text += ".TP\n"
        line(term)
    }

    /// Adds lines that are shown as they are.
    mutating func example(_ lines: [String]) {
        text += ".EX\n"
        lines.forEach { line(Self.escaped($0)) }
        text += ".EE\n"
    }

    /// Adds a line of text and markup, which is not taken for a request even if it begins like one.
    mutating func line(_ line: String) {
        text += (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
    }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// The text with characters that are the same after it is copied from the page.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "\"": "\\(dq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case _ where scalar.isASCII: String(scalar)
            default: "\\[u" + hexadecimal(scalar.value) + "]"
            }
        }.joined()
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
