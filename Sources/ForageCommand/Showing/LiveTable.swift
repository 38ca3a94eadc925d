internal import ForageCore
internal import ForageFormats
internal import ForageSearch
internal import Text

/// A table on a person's screen from the first answer on, that becomes the list's as the others come in.
struct LiveTable: SearchDisplay {
    private let writer: any ReportFormat
    private let style: TerminalStyle
    private let pipes: Pipes
    private var list: ListSoFar
    private var stillOut: StillOut
    private var drawing: Drawing

    /// - Parameters:
    ///   - writer: Writes the table.
    ///   - style: What the screen can show.
    ///   - drawing: The part of the screen that is drawn on.
    ///   - list: Puts together what has come so far.
    ///   - stillOut: Says who is waited for.
    ///   - pipes: Where results go.
    init(
        _ writer: any ReportFormat, _ style: TerminalStyle, _ drawing: Drawing, _ list: ListSoFar,
        _ stillOut: StillOut, _ pipes: Pipes
    ) {
        self.writer = writer
        self.style = style
        self.drawing = drawing
        self.list = list
        self.stillOut = stillOut
        self.pipes = pipes
    }

    mutating func take(_ event: SearchEvent) {
        list.take(event)
        stillOut.take(event)
        guard isWhereItWas else { return }
        let room = drawing.rowCount - 1
        let table = list.items.isEmpty ? [] : writer.text(of: list.report).rows
        pipes.write(drawing.replaced(by: table.prefix(room) + footer).utf8)
    }

    mutating func text(atEnd report: Report) -> String {
        let table = writer.text(of: report)
        return isWhereItWas ? drawing.settled(as: table.rows) : "\n" + table
    }

    /// Nobody knows where the rows of a screen are whose size changed: it is not drawn on any more.
    private var isWhereItWas: Bool { Screen(at: pipes.output) == drawing.screen }

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
