internal import Platform

/// Rows with aligned columns, fitted to a width.
package struct Columns: Sendable {
    package struct Cell: Sendable {
        let text: String
        let emphasis: TerminalStyle.Emphasis?
        let isTrailing: Bool
        let address: String?

        /// Creates a cell from untrusted text; `address` must be safe to print.
        package init(
            _ text: String, _ emphasis: TerminalStyle.Emphasis? = nil, isTrailing: Bool = false,
            address: String? = nil
        ) {
            self.text = text.printable()
            self.emphasis = emphasis
            self.isTrailing = isTrailing
            self.address = address
        }
    }

    private static let gap = "  "

    private let rows: [[Cell]]
    private let style: TerminalStyle
    private let widths: [Int]
    private let shown: [Int]

    /// Determines the widths of the columns; a column that is empty in every row is omitted.
    package init(_ rows: [[Cell]], style: TerminalStyle) {
        self.rows = rows
        self.style = style
        let count = rows.map(\.count).max() ?? 0
        var widths = [Int](repeating: 0, count: count)
        for row in rows {
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], min(cell.text.displayWidth, style.width))
            }
        }
        shown = widths.indices.filter { widths[$0] > 0 }
        let gaps = Self.gap.count * max(0, shown.count - 1)
        self.widths = Self.narrowed(widths, to: max(style.width - gaps, shown.count))
    }

    /// The rows as they are printed.
    package var lines: [String] {
        rows.map { row in
            let last = shown.last { $0 < row.count && !row[$0].text.isEmpty }
            let cells = shown.filter { $0 <= last ?? -1 }.map { column in
                text(of: row[column], width: widths[column], isLast: column == last)
            }
            return cells.joined(separator: Self.gap)
        }
    }

    /// Reduces the widest column until the sum fits.
    private static func narrowed(_ widths: [Int], to total: Int) -> [Int] {
        var widths = widths
        while widths.reduce(0, +) > total, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) {
            widths[widest] -= 1
        }
        return widths
    }

    private func text(of cell: Cell, width: Int, isLast: Bool) -> String {
        let cut = cell.text.truncated(toWidth: width, ellipsis: style.ellipsis)
        let shown = style.linked(style.painted(cut.isolated, cell.emphasis), to: cell.address)
        let space = String(repeating: " ", count: max(0, width - cut.displayWidth))
        if cell.isTrailing { return space + shown }
        return isLast ? shown : shown + space
    }
}
