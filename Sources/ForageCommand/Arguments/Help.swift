internal import Platform

/// Help, generated from the declarations of the commands.
enum Help {
    /// The text of `forage --help`.
    static func overview(_ commands: [Command]) -> String {
        """
        Search many sources of pictures and episodes at once.

        Usage: forage COMMAND [OPTIONS]

        Commands:
        \(table(commands.map { ($0.name, $0.summary) }))

        Options for all commands:
        \(table(Command.commonOptions.map { ($0.spelling, $0.help) }))

        Without a command:
        \(table([Command.versionOption].map { ($0.spelling, $0.help) }))

        Try: forage search "barn owl"

        No key is needed. `forage COMMAND --help` explains a command; `forage providers` lists the sources.
        """
    }

    /// The text of `forage COMMAND --help`, with the options that the person's configuration sets.
    static func page(_ command: Command, defaults: [(option: String, origin: String)] = []) -> String {
        var parts = [
            command.summary + ".",
            "Usage: forage \(command.name)" + (command.operands.isEmpty ? "" : " " + command.operands)
                + (command.options.isEmpty ? "" : " [OPTIONS]"),
        ]
        if !command.discussion.isEmpty { parts.append(command.discussion) }
        if !command.options.isEmpty {
            parts.append("Options:\n" + table(command.options.map { ($0.spelling, $0.help) }))
        }
        if !defaults.isEmpty {
            parts.append("Your defaults:\n" + table(defaults.map { ($0.option, $0.origin) }))
        }
        parts.append(
            "Options for all commands:\n" + table(Command.commonOptions.map { ($0.spelling, $0.help) }))
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

/// Help fitted to a narrow screen: paragraphs are refilled, text in a column stays in it, and examples are unchanged.
struct HelpFitting {
    private let width: Int
    private var lines: [String] = []
    /// The lines of the paragraph that is being refilled.
    private var paragraph: [String] = []
    /// A row of a table and the start of its last column.
    private var row: Row?

    private struct Row {
        var text: String
        let column: Int

        /// True if there is text before its last column.
        var isOfTable: Bool { text.prefix { $0 == " " }.count < column }
    }

    /// Returns the text in lines of at most that many columns, as far as word lengths allow.
    static func fit(_ help: String, toWidth width: Int) -> String {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.allSatisfy({ $0.count <= width }) { return help }
        var fitting = HelpFitting(width: width)
        for line in lines { fitting.take(String(line)) }
        fitting.finish()
        return fitting.lines.joined(separator: "\n")
    }

    private init(width: Int) { self.width = max(width, Self.leastWidth) }

    private mutating func take(_ line: String) {
        let indentation = line.prefix { $0 == " " }.count
        if let begun = row, begun.isOfTable, indentation == begun.column, line.columnStart == indentation {
            row?.text += " " + line.dropFirst(indentation)
        } else if indentation > 0 || line.columnStart > 0 {
            finish()
            row = Row(text: line, column: line.columnStart)
        } else if line.isEmpty {
            finish()
            lines.append("")
        } else {
            finishRow()
            paragraph.append(line)
        }
    }

    private mutating func finish() {
        finishParagraph()
        finishRow()
    }

    private mutating func finishParagraph() {
        let fits = paragraph.allSatisfy { $0.count <= width }
        lines += fits ? paragraph : paragraph.joined(separator: " ").wrapped(toWidth: width)
        paragraph = []
    }

    private mutating func finishRow() {
        guard let row else { return }
        self.row = nil
        // An example must stay as it is, so that it can be copied.
        guard row.isOfTable else { return lines.append(row.text) }
        // If the column would be too narrow, it begins on a line of its own.
        let isBeside = row.column + Self.leastColumn <= width
        let column = isBeside ? row.column : Self.shortIndentation
        let words = String(row.text.dropFirst(row.column)).wrapped(toWidth: width - column)
        var beginning = String(row.text.prefix(row.column))
        let blank = String(repeating: " ", count: column)
        if isBeside {
            lines += words.enumerated().map { ($0.offset == 0 ? beginning : blank) + $0.element }
        } else {
            while beginning.last == " " { beginning.removeLast() }
            if !beginning.isEmpty { lines.append(beginning) }
            lines += words.map { blank + $0 }
        }
    }

    private static let leastWidth = 20
    private static let leastColumn = 24
    private static let shortIndentation = 8
}

extension String {
    /// The start of the last column of a row: after the last gap of two spaces, or after the indentation.
    fileprivate var columnStart: Int {
        guard let gap = ranges(of: "  ").last else { return prefix { $0 == " " }.count }
        return distance(from: startIndex, to: gap.upperBound)
            + self[gap.upperBound...].prefix { $0 == " " }.count
    }
}
