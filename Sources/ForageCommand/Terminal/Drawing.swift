internal import Platform

/// The last rows of a screen, which are redrawn in place: only what differs is written, and nothing is erased
/// before something stands in its place.
///
/// While it is drawn each line is one row: what is too wide for it is cut by the screen, not wrapped. Between two
/// drawings the cursor stands in the last row.
struct Drawing: Sendable {
    let screen: Screen
    let width: Int
    /// How many rows may be drawn, so that all of them stay within reach.
    let rowCount: Int
    private var rows: [String] = []

    /// Whether nothing is drawn.
    var isBlank: Bool { rows.isEmpty }

    /// A drawing on a screen that is large enough for one.
    init?(on screen: Screen) {
        guard let width = screen.width, let height = screen.height, width >= 20, height >= 4 else {
            return nil
        }
        self.screen = screen
        self.width = width
        rowCount = height - 1
    }

    /// What draws these lines in the place of those before.
    mutating func replaced(by lines: some Collection<String>) -> String {
        let lines = Array(lines.prefix(rowCount))
        guard lines != rows else { return "" }
        var pen = Pen(at: max(0, rows.count - 1))
        for (place, line) in lines.enumerated() where place >= rows.count || rows[place] != line {
            pen.move(to: place)
            pen.write(line + (line.visibleWidth < width ? Pen.eraseRest : ""))
        }
        if lines.count < rows.count {
            pen.move(to: lines.count)
            pen.write(Pen.eraseBelow)
        }
        pen.move(to: max(0, lines.count - 1))
        rows = lines
        return Pen.beginUpdate + Pen.cutLines + pen.text + Pen.wrapLines + Pen.endUpdate
    }

    /// What takes the drawing away from a screen that got another size since it was drawn. Where a line is too wide for it
    /// now, screens wrap it.
    func erased(from screen: Screen) -> String {
        let width = max(1, screen.width ?? width)
        let rowCount = rows.dropLast().reduce(0) { count, line in
            count + max(1, (min(line.visibleWidth, self.width) + width - 1) / width)
        }
        var pen = Pen(at: rowCount)
        pen.move(to: 0)
        return rows.isEmpty ? "" : pen.text + Pen.eraseBelow
    }

    /// What makes the drawing the beginning of a text that stays, however long it is. Rows that stand there already
    /// are left alone.
    mutating func settled(as lines: [String]) -> String {
        let keptCount = zip(lines, rows).prefix { $0 == $1 && $0.visibleWidth <= width }.count
        var pen = Pen(at: max(0, rows.count - 1))
        pen.move(to: keptCount)
        for line in lines.dropFirst(keptCount) {
            let endsInRow = line.isEmpty || line.visibleWidth % width != 0
            pen.write(line + (endsInRow ? Pen.eraseRest : "") + "\n")
        }
        let isShorter = keptCount < rows.count
        rows = []
        return Pen.beginUpdate + pen.text + (isShorter ? Pen.eraseBelow : "") + Pen.endUpdate
    }
}

/// Goes from row to row and writes there.
private struct Pen {
    private var row: Int
    private(set) var text = ""

    init(at row: Int) { self.row = row }

    mutating func move(to row: Int) {
        if row < self.row { text += "\u{1B}[\(self.row - row)A" }
        // Beneath the last row of a screen a new one comes only so.
        if row > self.row { text += String(repeating: "\n", count: row - self.row) }
        self.row = row
        text += "\r"
    }

    mutating func write(_ line: String) { text += line }

    static let eraseRest = "\u{1B}[K"
    static let eraseBelow = "\u{1B}[J"
    static let cutLines = "\u{1B}[?7l"
    static let wrapLines = "\u{1B}[?7h"
    /// A screen that knows these shows what stands between them at once; others pass over them.
    static let beginUpdate = "\u{1B}[?2026h"
    static let endUpdate = "\u{1B}[?2026l"
}
