/// A terminal in memory: it obeys the output of a program as a terminal would, and remembers the rows scrolled away.
package struct SimulatedScreen {
    private var width: Int
    private let height: Int
    private var rows: [[String]]
    private var row = 0
    private var column = 0
    /// Whether the last column was just written, so that the next letter goes to the next row.
    private var isAtEdge = false
    private var wraps = true
    private var isUpdating = false
    /// The rows that left the top of the screen.
    package private(set) var scrolledAway: [String] = []
    /// The content of the screen after each synchronised update.
    package private(set) var frames: [[String]] = []

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
        rows = Array(repeating: [], count: height)
    }

    /// The current content of the screen, without empty rows at its end.
    package var shown: [String] {
        var shown = rows.map(Self.text)
        while shown.last == "" { shown.removeLast() }
        return shown
    }

    /// Everything that was written and can still be read.
    package var transcript: [String] { scrolledAway + shown }

    private static func text(_ cells: [String]) -> String {
        let text = cells.joined()
        return String(
            text.prefix(
                text.lastIndex { $0 != " " }.map { text.distance(from: text.startIndex, to: $0) + 1 } ?? 0))
    }

    /// Makes it narrower: rows that are too wide wrap, and the cursor keeps its place in the text.
    package mutating func narrow(to width: Int) {
        self.width = width
        let pieces = rows.map { cells in
            stride(from: 0, to: max(1, cells.count), by: width).map {
                Array(cells[$0..<min($0 + width, cells.count)])
            }
        }
        row = pieces[..<row].reduce(0) { $0 + $1.count } + column / width
        column %= width
        rows = pieces.flatMap(\.self)
        while rows.count > height, row < height, rows.last?.isEmpty == true { rows.removeLast() }
        while rows.count > height {
            scrolledAway.append(Self.text(rows.removeFirst()))
            row -= 1
        }
    }

    package mutating func obey(_ text: String) {
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\u{1B}": obeyEscape(&rest)
            // The system's terminal driver puts a carriage return before it.
            case "\n":
                feed()
                column = 0
            case "\r": (column, isAtEdge) = (0, false)
            default: put(scalar)
            }
        }
    }

    private mutating func obeyEscape(_ rest: inout Substring.UnicodeScalarView) {
        guard rest.popFirst() == "[" else {
            rest = rest.drop { $0 != "\\" }.dropFirst()
            return
        }
        let parameters = String(String.UnicodeScalarView(rest.prefix { !("\u{40}"..."\u{7E}").contains($0) }))
        rest = rest.dropFirst(parameters.unicodeScalars.count)
        switch (rest.popFirst(), parameters) {
        case ("A", let count): (row, isAtEdge) = (max(0, row - (Int(count) ?? 1)), false)
        case ("H", let place):
            let sides = place.split(separator: ";").map { Int($0) ?? 1 }
            (row, column, isAtEdge) = (min(sides[0], height) - 1, min(sides[1], width) - 1, false)
        case ("J", "2"): rows = Array(repeating: [], count: height)
        case ("K", ""): eraseRest()
        case ("K", "2"): rows[row] = []
        case ("J", ""):
            eraseRest()
            for below in rows.indices where below > row { rows[below] = [] }
        case ("h", "?7"): wraps = true
        case ("l", "?7"): wraps = false
        case ("l", "?2026"): frames.append(shown)
        default: break
        }
    }

    private mutating func eraseRest() { rows[row] = Array(rows[row].prefix(column)) }

    private mutating func feed() {
        isAtEdge = false
        guard row == height - 1 else { return row += 1 }
        scrolledAway.append(Self.text(rows.removeFirst()))
        rows.append([])
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        guard ![.format, .nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory) else {
            return
        }
        if isAtEdge, wraps {
            feed()
            column = 0
        }
        while rows[row].count <= column { rows[row].append(" ") }
        rows[row][column] = String(scalar)
        isAtEdge = column == width - 1
        if !isAtEdge { column += 1 }
    }
}
