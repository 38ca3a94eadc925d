internal import ForageCore
internal import ForageFormats
internal import ForageReplay

/// How the results of a command are written, as the command line and the terminal have it.
struct Output {
    let writer: any ReportFormat
    let status: StatusReport
    let form: ReplayBundle.Form

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

    /// - Parameters:
    ///   - invocation: The run.
    ///   - configuration: How it is set up.
    ///   - recorded: How a recorded run wrote its results, for one that shows them again.
    /// - Throws: ``UsageFault`` or ``UnknownField`` for what is no format or no field.
    init(
        _ invocation: Invocation, _ configuration: Configuration, recorded: ReplayBundle.Form? = nil
    ) throws {
        let format = try invocation.arguments.choice("format", as: OutputFormat.self)
        let fields = invocation.arguments.value("fields") ?? (format == nil ? recorded?.fields : nil)
        form = ReplayBundle.Form(
            format ?? recorded?.format ?? configuration.format ?? .table, fields: fields)
        writer = form.format.writer(
            fields: try fields.map { try FieldSelection($0) }, terminal: invocation.terminal.output)
        status = StatusReport(
            terminal: invocation.terminal.messages, saysEverything: invocation.arguments.has("verbose"),
            explains: invocation.arguments.has("explain"), providers: configuration.providers)
    }
}
