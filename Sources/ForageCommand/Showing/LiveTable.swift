internal import ForageCore
internal import ForageFormats
internal import ForageSearch
internal import Platform

/// A table on a person's screen from the first answer on, that becomes the list's as the others come in.
struct LiveTable: SearchDisplay {
    private let writer: @Sendable (TerminalStyle) -> any ReportFormat
    private let pipes: Pipes
    private var style: TerminalStyle
    private var screen: Screen
    private var list: ListSoFar
    private var stillOut: StillOut
    private var drawing: Drawing?

    /// - Parameters:
    ///   - writer: Writes the table for a screen that may have another width than before.
    ///   - style: What the screen can show.
    ///   - drawing: The part of the screen that is drawn on.
    ///   - list: Puts together what has come so far.
    ///   - stillOut: Says who is waited for.
    ///   - pipes: Where results go.
    init(
        _ writer: @escaping @Sendable (TerminalStyle) -> any ReportFormat, _ style: TerminalStyle,
        _ drawing: Drawing, _ list: ListSoFar, _ stillOut: StillOut, _ pipes: Pipes
    ) {
        self.writer = writer
        self.style = style
        self.drawing = drawing
        screen = drawing.screen
        self.list = list
        self.stillOut = stillOut
        self.pipes = pipes
    }

    mutating func take(_ event: SearchEvent) {
        list.take(event)
        stillOut.take(event)
        beginAnewWhereResized()
        guard let room = drawing.map({ $0.rowCount - 1 }) else { return }
        let table = list.items.isEmpty ? [] : writer(style).text(of: list.report).rows
        // A screen that cuts a line itself ends it with the last letter of what is too much.
        let lines = table.prefix(room).map { $0.cut(toWidth: style.width, ellipsis: style.ellipsis) } + footer
        if let text = drawing?.replaced(by: lines) { pipes.write(text.utf8) }
    }

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
