internal import ForageFormats

/// How the results of a command are written, as the command line and the terminal have it.
struct Output {
    let writer: any ReportFormat
    let status: StatusReport
    let style: TerminalStyle?

    static let options = [
        Option("format", "f", value: "FORMAT", help: "Write as table, json or jsonl"),
        Option("fields", value: "A,B", help: "Write only these fields, such as id,title,creator.name"),
    ]

    init(_ invocation: Invocation, usual: String? = nil) throws {
        let format =
            try invocation.arguments.choice("format", as: OutputFormat.self)
            ?? usual.flatMap(OutputFormat.init) ?? .table
        let fields = try invocation.arguments.value("fields").map { try FieldSelection($0) }
        style = invocation.style
        writer = format.writer(fields: fields, terminal: style)
        status = StatusReport(terminal: invocation.messageStyle)
    }
}

extension Invocation {
    /// What standard output can show; nil when it is no terminal.
    var style: TerminalStyle? { terminal.showsOutput ? style(colour: terminal.hasColour) : nil }

    /// What standard error can show; nil when it is no terminal.
    var messageStyle: TerminalStyle? { terminal.showsMessages ? style(colour: terminal.hasColour) : nil }

    private func style(colour: Bool) -> TerminalStyle {
        TerminalStyle(width: terminal.width, usesColour: colour, usesUnicode: terminal.hasUnicode)
    }
}
