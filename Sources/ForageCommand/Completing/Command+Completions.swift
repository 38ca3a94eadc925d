internal import ForageCore
internal import Platform

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
