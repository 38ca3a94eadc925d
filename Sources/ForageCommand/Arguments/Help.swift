/// Help, written from what the commands declare.
enum Help {
    /// What `forage --help` shows.
    static func overview(_ commands: [Command]) -> String {
        """
        Search many sources of pictures and episodes at once.

        Usage: forage COMMAND [OPTIONS]

        Commands:
        \(table(commands.map { ($0.name, $0.summary) }))

        Options of every command:
        \(table(Command.commonOptions.map { ($0.spelling, $0.help) }))

        Without a command:
        \(table([Command.versionOption].map { ($0.spelling, $0.help) }))

        Try: forage search "barn owl"

        No key is needed. `forage COMMAND --help` says more; `forage providers` lists the sources.
        """
    }

    /// What `forage COMMAND --help` shows.
    static func page(_ command: Command) -> String {
        var parts = [
            command.summary + ".",
            "Usage: forage \(command.name)" + (command.operands.isEmpty ? "" : " " + command.operands)
                + (command.options.isEmpty ? "" : " [OPTIONS]"),
        ]
        if !command.discussion.isEmpty { parts.append(command.discussion) }
        if !command.options.isEmpty {
            parts.append("Options:\n" + table(command.options.map { ($0.spelling, $0.help) }))
        }
        parts.append(
            "Options of every command:\n" + table(Command.commonOptions.map { ($0.spelling, $0.help) }))
        if !command.examples.isEmpty {
            parts.append("Examples:\n" + command.examples.map { "  " + $0 }.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return
            rows
            .map { "  " + $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }
            .joined(separator: "\n")
    }
}
