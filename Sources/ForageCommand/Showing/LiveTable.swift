internal import ForageCore
internal import ForageFormats
internal import Platform

/// A table on a person's screen from the first answer on, that becomes the list's as the others come in.
struct LiveTable: SearchDisplay {
    private let writer: @Sendable (TerminalStyle) -> any ReportFormat
    private let pipes: Pipes
    private var style: TerminalStyle
    private var screen: Screen
    private let query: Query
    private var items: [Item] = []
    private var stillOut: PendingProviders
    private var drawing: Drawing?

    /// - Parameters:
    ///   - writer: Writes the table for a screen that may have another width than before.
    ///   - style: What the screen can show.
    ///   - drawing: The part of the screen that is drawn on.
    ///   - query: What is searched for.
    ///   - stillOut: Says who is waited for.
    ///   - pipes: Where results go.
    init(
        _ writer: @escaping @Sendable (TerminalStyle) -> any ReportFormat, _ style: TerminalStyle,
        _ drawing: Drawing, _ query: Query, _ stillOut: PendingProviders, _ pipes: Pipes
    ) {
        self.writer = writer
        self.style = style
        self.drawing = drawing
        screen = drawing.screen
        self.query = query
        self.stillOut = stillOut
        self.pipes = pipes
    }

    var needsList: Bool { true }

    mutating func take(_ event: SearchEvent) {
        if case .list(let results) = event { items = Array(results.prefix(Self.greatestCount)) }
        stillOut.take(event)
        beginAnewWhereResized()
        guard let room = drawing.map({ $0.rowCount - 1 }) else { return }
        let report = Report(query: query, items: items, outcomes: [], next: nil, duration: .zero)
        let table = items.isEmpty ? [] : writer(style).text(of: report).rows
        // A screen that cuts a line itself ends it with the last letter of what is too much.
        let lines = table.prefix(room).map { $0.cut(toWidth: style.width, ellipsis: style.ellipsis) } + footer
        if let text = drawing?.replaced(by: lines) { pipes.write(text.utf8) }
    }

    /// More results are not drawn before all are there; no screen is that high.
    private static let greatestCount = 100

    mutating func text(atEnd report: Report) -> String {
        beginAnewWhereResized()
        let table = writer(style).text(of: report)
        return drawing?.settled(as: table.rows) ?? table
    }

    /// Takes away what stands on a screen whose size changed, and draws on it as it is now, if it is large enough.
    private mutating func beginAnewWhereResized() {
        guard let current = Screen(at: pipes.output), current != screen else { return }
        if let drawing { pipes.write(drawing.erased(from: current).utf8) }
        drawing = Drawing(on: current)
        style = style.fitted(to: current)
        screen = current
    }

    private var footer: [String] {
        guard let words = stillOut.words else { return [] }
        // Where ctrl-C is shown, it must not begin another row.
        let room = max(1, style.width - 4)
        return [
            style.painted(
                "\(words) \(style.ellipsis)".truncated(toWidth: room, ellipsis: style.ellipsis), .faint)
        ]
    }
}

extension String {
    /// The lines of a text that ends with one.
    fileprivate var rows: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
