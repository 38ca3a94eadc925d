internal import ForageCore
internal import ForageFormats
internal import Platform

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
