internal import Platform

/// The last rows of a screen, which are redrawn in place: only differences are written, and nothing is erased before
/// its replacement is written.
///
/// During drawing each line is one row: the screen cuts a line that is too wide instead of wrapping it. Between two
/// drawings the cursor is in the last row.
struct Drawing: Sendable {
    let screen: Screen
    let width: Int
    /// The greatest number of rows that the cursor can still reach.
    let rowCount: Int
    private var rows: [String] = []

    /// True if nothing is drawn.
    var isBlank: Bool { rows.isEmpty }

    /// Creates a drawing; nil if the screen is too small.
    init?(on screen: Screen) {
        guard let width = screen.width, let height = screen.height, width >= 20, height >= 4 else {
            return nil
        }
        self.screen = screen
        self.width = width
        rowCount = height - 1
    }

    /// The text that draws these lines in place of the previous ones.
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

    /// The text that erases the drawing from a screen whose size has changed. Screens wrap lines that are now too wide.
    func erased(from screen: Screen) -> String {
        let width = max(1, screen.width ?? width)
        let rowCount = rows.dropLast().reduce(0) { count, line in
            count + max(1, (min(line.visibleWidth, self.width) + width - 1) / width)
        }
        var pen = Pen(at: rowCount)
        pen.move(to: 0)
        return rows.isEmpty ? "" : pen.text + Pen.eraseBelow
    }

    /// The text that turns the drawing into the beginning of a permanent text of any length. Rows that are already
    /// right are not rewritten.
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

/// A pen that moves from row to row and writes there.
private struct Pen {
    private var row: Int
    private(set) var text = ""

    init(at row: Int) { self.row = row }

    mutating func move(to row: Int) {
        if row < self.row { text += "\u{1B}[\(self.row - row)A" }
        // Only a line break creates another row below the last one of a screen.
        if row > self.row { text += String(repeating: "\n", count: row - self.row) }
        self.row = row
        text += "\r"
    }

    mutating func write(_ line: String) { text += line }

    static let eraseRest = "\u{1B}[K"
    static let eraseBelow = "\u{1B}[J"
    static let cutLines = "\u{1B}[?7l"
    static let wrapLines = "\u{1B}[?7h"
    /// Screens that support these sequences show the text between them at once; others ignore them.
    static let beginUpdate = "\u{1B}[?2026h"
    static let endUpdate = "\u{1B}[?2026l"
}
