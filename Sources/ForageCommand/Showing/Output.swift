internal import Forage
internal import ForageCore
internal import ForageFormats
internal import Platform

/// The output of a command's results, according to the command line and the terminal.
struct Output {
    let writer: any ReportFormat
    let form: ReplayBundle.Form
    private let fields: FieldSelection?
    private let layout: TableLayout
    private let isReplay: Bool
    private let invocation: Invocation
    private let configuration: Configuration

    static let wideOption = Option("wide", help: "Show more of each result in a terminal, in several lines")

    static let options = [
        formatOption(OutputFormat.self),
        Option(
            "fields", value: "A,B", takes: .list(.words(FieldSelection.names)),
            help: "Write only these fields, such as id,title,creator.name"),
    ]

    /// The option that selects one of a command's formats.
    static func formatOption<Format: RawRepresentable<String> & CaseIterable>(_ formats: Format.Type)
        -> Option
    {
        let names = formats.allCases.map(\.rawValue)
        return Option(
            "format", "f", value: "FORMAT", takes: .words(names), help: "Write as \(names.inSentence("or"))")
    }

    /// - Parameters:
    ///   - invocation: The run.
    ///   - configuration: The configuration.
    ///   - command: The command whose default format applies.
    ///   - recorded: The form of a recorded run, for a command that replays one.
    ///   - isExplained: True if results are explained even without the option.
    ///   - firstNumber: The number of the first result at a terminal.
    /// - Throws: ``CommandError`` or ``QueryError`` if a format or field is unknown or would be empty.
    init(
        _ invocation: Invocation, _ configuration: Configuration,
        for command: CommandDefaults.Command? = nil, recorded: ReplayBundle.Form? = nil,
        isExplained: Bool = false, from firstNumber: Int = 1
    ) throws {
        let format = try invocation.arguments.choice("format", as: OutputFormat.self)
        let fields = invocation.arguments.value("fields") ?? (format == nil ? recorded?.fields : nil)
        let isStreamed =
            invocation.arguments.has("stream") || format == nil && recorded?.isStreamed == true
        // What programs read must not depend on a person's preference.
        let preferred = invocation.terminal.output.flatMap { _ in configuration.defaults(for: command).format
        }
        form = ReplayBundle.Form(
            isStreamed ? .jsonl : format ?? recorded?.format ?? preferred ?? .table,
            fields: fields, isStreamed: isStreamed)
        self.fields =
            try Self.fields(invocation.arguments, isExplained: isExplained)
            ?? fields.map { try FieldSelection($0) }
        if invocation.arguments.has("explain"), self.fields?.hasExplanation != true, !form.format.explains {
            throw CommandError.usage(
                "--explain has no effect in \(form.format.rawValue); use --format table, json, jsonl or csv, or add explain to --fields."
            )
        }
        layout = TableLayout(isWide: invocation.arguments.has("wide"), firstNumber: firstNumber)
        writer = form.format.writer(
            fields: self.fields, terminal: invocation.terminal.output, layout: layout)
        isReplay = recorded != nil
        self.invocation = invocation
        self.configuration = configuration
    }

    /// The report on a search. A replay cannot be continued with `forage more`.
    var status: StatusReport { invocation.status(of: configuration.providers, isContinuable: !isReplay) }
}

extension Output {
    /// The fields on the command line, if any.
    static func fields(_ arguments: Arguments, isExplained: Bool = false) throws -> FieldSelection? {
        guard let fields = try arguments.value("fields").map({ try FieldSelection($0) }) else { return nil }
        if fields.hasExplanation, !isExplained, !arguments.has("explain") {
            throw CommandError.usage(
                "The field explain is empty without --explain; add --explain to a search.")
        }
        return fields
    }

    /// True if the output is for people, either on a screen or in plain lines.
    var isTable: Bool { form.format == .table && !form.isStreamed }

    static let streamOption = Option(
        "stream", help: "Write JSON lines, with a line for every event of the search")

    /// The display of a search while it runs.
    ///
    /// - Throws: ``CommandError`` if a stream is requested in another format than JSON lines.
    func display(of search: SearchArguments) throws(CommandError) -> any SearchDisplay {
        if form.isStreamed, !["jsonl", nil].contains(invocation.arguments.value("format")) {
            throw CommandError.usage("--stream writes JSON lines; omit --format.")
        }
        let pending = PendingProviders(goesOn: search.allCount != nil)
        if form.format == .jsonl {
            let lines = ListLines(
                of: search.query, SearchLines(fields: fields), withAllEvents: form.isStreamed)
            return EventStream(lines, pending, invocation)
        }
        guard form.format == .table, let drawing = invocation.terminal.drawing,
            let style = invocation.terminal.output
        else { return WholeList(writer, pending, invocation) }
        invocation.warnings.hold()
        let format = form.format
        return LiveTable(
            { [fields, layout] in format.writer(fields: fields, terminal: $0, layout: layout) }, style,
            drawing,
            search.query, pending, invocation.pipes)
    }
}

extension OutputFormat {
    /// True if the format contains an explanation even if the fields do not name it.
    fileprivate var explains: Bool {
        switch self {
        case .table, .json, .jsonl, .csv: true
        case .markdown, .html: false
        }
    }
}

/// A table on a person's screen that is drawn from the first answer on and updated with each further one.
struct LiveTable: SearchDisplay {
    private let writer: @Sendable (TerminalStyle) -> any ReportFormat
    private let pipes: Pipes
    private var style: TerminalStyle
    private var screen: Screen
    private let query: Query
    private var items: [Item] = []
    private var pending: PendingProviders
    private var drawing: Drawing?

    /// - Parameters:
    ///   - writer: Writes the table for a screen whose width may have changed.
    ///   - style: What the screen can show.
    ///   - drawing: The part of the screen that is drawn on.
    ///   - query: The query.
    ///   - pending: The providers that have not answered.
    ///   - pipes: The destination of the results.
    init(
        _ writer: @escaping @Sendable (TerminalStyle) -> any ReportFormat, _ style: TerminalStyle,
        _ drawing: Drawing, _ query: Query, _ pending: PendingProviders, _ pipes: Pipes
    ) {
        self.writer = writer
        self.style = style
        self.drawing = drawing
        screen = drawing.screen
        self.query = query
        self.pending = pending
        self.pipes = pipes
    }

    var needsList: Bool { true }

    mutating func take(_ event: SearchEvent) {
        if case .list(let results) = event { items = Array(results.prefix(Self.greatestCount)) }
        pending.take(event)
        beginAnewWhereResized()
        guard let room = drawing.map({ $0.rowCount - 1 }) else { return }
        let report = Report(query: query, items: items, outcomes: [], next: nil, duration: .zero)
        let table = items.isEmpty ? [] : writer(style).text(of: report).rows
        // A screen that cuts a line itself ends the row with the last character of the whole line.
        let lines = table.prefix(room).map { $0.cut(toWidth: style.width, ellipsis: style.ellipsis) } + footer
        if let text = drawing?.replaced(by: lines) { pipes.write(text.utf8) }
    }

    /// The greatest number of results drawn before the end; no screen is higher.
    private static let greatestCount = 100

    mutating func text(atEnd report: Report) -> String {
        beginAnewWhereResized()
        let table = writer(style).text(of: report)
        return drawing?.settled(as: table.rows) ?? table
    }

    /// If the size of the screen changed, erases the drawing and starts another for the current size, if it is large
    /// enough.
    private mutating func beginAnewWhereResized() {
        guard let current = Screen(at: pipes.output), current != screen else { return }
        if let drawing { pipes.write(drawing.erased(from: current).utf8) }
        drawing = Drawing(on: current)
        style = style.fitted(to: current)
        screen = current
    }

    private var footer: [String] {
        guard let words = pending.words else { return [] }
        // This leaves space for `^C`, which must not cause another row.
        let room = max(1, style.width - 4)
        return [
            style.painted(
                "\(words) \(style.ellipsis)".truncated(toWidth: room, ellipsis: style.ellipsis), .faint)
        ]
    }
}

extension String {
    /// The lines of a text that ends with a line break.
    fileprivate var rows: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
