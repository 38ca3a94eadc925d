internal import ForageFormats

/// How the results of a command are written, as the command line and the terminal have it.
struct Output {
    let writer: any ReportFormat
    let status: StatusReport

    static let options = [
        Option("format", "f", value: "FORMAT", help: "Write as table, json or jsonl"),
        Option("fields", value: "A,B", help: "Write only these fields, such as id,title,creator.name"),
    ]

    init(_ invocation: Invocation, usual: String? = nil) throws {
        let format =
            try invocation.arguments.choice("format", as: OutputFormat.self)
            ?? usual.flatMap(OutputFormat.init) ?? .table
        let fields = try invocation.arguments.value("fields").map { try FieldSelection($0) }
        writer = format.writer(fields: fields, terminal: invocation.terminal.output)
        status = invocation.status
    }
}

extension Invocation {
    /// What is said of the providers on standard error.
    var status: StatusReport {
        StatusReport(terminal: terminal.messages, saysEverything: arguments.has("verbose"))
    }
}
