internal import ForageCore
internal import ForageFormats

/// How the results of a command are written, as the command line and the terminal have it.
struct Output {
    let writer: any ReportFormat
    let status: StatusReport

    static let options = [
        formatOption(OutputFormat.self),
        Option(
            "fields", value: "A,B", takes: .list(.words(FieldSelection.names)),
            help: "Write only these fields, such as id,title,creator.name"),
    ]

    /// The option that chooses one of the formats that a command has.
    static func formatOption<Format: RawRepresentable<String> & CaseIterable>(_ formats: Format.Type)
        -> Option
    {
        let names = formats.allCases.map(\.rawValue)
        let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        return Option("format", "f", value: "FORMAT", takes: .words(names), help: "Write as \(list)")
    }

    init(_ invocation: Invocation, _ configuration: Configuration) throws {
        let format =
            try invocation.arguments.choice("format", as: OutputFormat.self)
            ?? configuration.format ?? .table
        let fields = try invocation.arguments.value("fields").map { try FieldSelection($0) }
        writer = format.writer(fields: fields, terminal: invocation.terminal.output)
        status = StatusReport(
            terminal: invocation.terminal.messages, saysEverything: invocation.arguments.has("verbose"),
            explains: invocation.arguments.has("explain"), providers: configuration.providers)
    }
}
