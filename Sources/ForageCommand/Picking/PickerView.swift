internal import ForageCore
internal import ForageFormats
internal import Platform

/// Draws a choice for a screen of some size: the list, next to it or below it the current result, and a status line.
struct PickerView: Sendable {
    private let style: TerminalStyle
    private let showsPictures: Bool
    private let providers: [ProviderConfiguration]
    /// The place of the list.
    let list: ScreenArea
    private let details: ScreenArea
    private let whole: ScreenArea

    /// The width from which the current result is shown next to the list.
    private static let wideWidth = 84

    init(
        _ style: TerminalStyle, height: Int, showsPictures: Bool, providers: [ProviderConfiguration] = []
    ) {
        self.style = style
        self.showsPictures = showsPictures
        self.providers = providers
        whole = ScreenArea(row: 0, column: 0, width: style.width, height: max(1, height - 1))
        if style.width >= Self.wideWidth {
            list = whole.columns(0..<style.width * 11 / 20)
            details = whole.columns((list.width + 2)..<style.width)
        } else {
            list = whole.rows(0..<max(1, whole.height * 11 / 20))
            details = whole.rows(min(list.height + 1, whole.height)..<whole.height)
        }
    }

    /// The place of the current result's picture; nil if there is no room or it has none.
    func pictureArea(of picker: Picker) -> ScreenArea? {
        let height = min(details.height * 3 / 5, details.width / 2)
        guard showsPictures, !picker.showsHelp, height >= 3, picker.current?.hasPicture == true else {
            return nil
        }
        return details.rows(0..<height)
    }

    /// The whole screen.
    func frame(of picker: Picker, _ picture: PickerPicture? = nil) -> ScreenFrame {
        var frame = ScreenFrame()
        if picker.showsHelp {
            frame.fill(whole, with: helpLines + statusLines(of: picker))
        } else if picker.items.isEmpty, picker.report != nil {
            frame.fill(whole, with: statusLines(of: picker))
        } else {
            let isWide = details.column > 0
            let side = isWide ? whole.columns(0..<details.column) : whole.rows(0..<details.row)
            frame.fill(side, with: listLines(of: picker))
            show(picker, picture, in: &frame)
        }
        let status = ScreenArea(row: whole.height, column: 0, width: style.width, height: 1)
        frame.fill(status, with: [statusLine(of: picker)])
        return frame
    }

    private func show(_ picker: Picker, _ picture: PickerPicture?, in frame: inout ScreenFrame) {
        var rest = details
        var lines: [String] = []
        if case .failed(let reason) = picture {
            lines = [painted("no picture: \(reason)", .faint, width: details.width)]
        } else if let area = pictureArea(of: picker) {
            rest = details.rows(area.height..<details.height)
            frame.fill(area, with: [])
            if case .drawn(let text) = picture { frame.picture = ScreenFrame.Picture(area: area, text: text) }
        }
        if let item = picker.current {
            let writer = OutputFormat.table.writer(terminal: style.limited(to: rest.width))
            lines += writer.text(of: item).split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init)
        }
        frame.fill(rest, with: lines.map { $0.cut(toWidth: rest.width, ellipsis: style.ellipsis) })
    }
}

// MARK: - The list

extension PickerView {
    private func listLines(of picker: Picker) -> [String] {
        let visible = picker.shown.dropFirst(picker.firstRow).prefix(list.height)
        let signWidth = 4
        func lines(_ style: TerminalStyle) -> [String] {
            Columns(
                visible.map { cells($0, picker.items[$0]) }, style: style.limited(to: list.width - signWidth)
            ).lines
        }
        let (coloured, plain) = (lines(style), lines(style.withoutColour))
        return visible.enumerated().map { place, index in
            let isCurrent = picker.firstRow + place == picker.row
            let signs = (isCurrent ? "> " : "  ") + (picker.isMarked(picker.items[index]) ? "* " : "  ")
            guard isCurrent else { return signs + coloured[place] }
            return style.painted((signs + plain[place]).filled(toWidth: list.width), .inverse)
        }
    }

    private func cells(_ index: Int, _ item: Item) -> [Columns.Cell] {
        [
            Columns.Cell(String(index + 1), .faint, isTrailing: true), Columns.Cell(item.title),
            .licence(of: item, style), .providers(of: item),
        ]
    }
}

// MARK: - The state of the search

extension PickerView {
    private func statusLine(of picker: Picker) -> String {
        if picker.isTyping {
            let room = max(1, style.width - 2)
            let typed = picker.filter.printable()
            return "/" + (typed.displayWidth > room ? String(typed.suffix(room / 2)) : typed) + "_"
        }
        let failed = picker.outcomes.filter { $0.isFailure || $0.isBrokenOff }.map(\.provider.name)
        let (count, shownCount) = (picker.items.count.of("result"), picker.shown.count)
        let filter = picker.filter.printable()
        let searching = picker.isSearching ? picker.pending.words ?? "Searching" : nil
        // Before the first answers, there is no number to state.
        let isEarly = picker.isSearching && picker.items.isEmpty
        let parts: [String?] = [
            failed.isEmpty
                ? nil : style.painted("failed: \(failed.joined(separator: ", "))", .failure),
            isEarly ? nil : filter.isEmpty ? count : "\(shownCount) of \(count) for /\(filter)",
            picker.markedCount > 0 ? "\(picker.markedCount) marked" : nil,
            searching.map { "\($0) \(style.ellipsis)" },
            picker.canLoadMore ? "m loads more" : nil,
            "? for help",
        ]
        return parts.compactMap(\.self).joined(separator: " \(style.dot) ")
            .cut(toWidth: style.width, ellipsis: style.ellipsis)
    }

    /// The report on the search: every provider that failed, with the reason.
    private func statusLines(of picker: Picker) -> [String] {
        var steps = NextSteps.command
        steps.more = "m loads more"
        let status = StatusReport(terminal: style, providers: providers, steps: steps)
        guard let report = picker.report else {
            return picker.outcomes.map { status.text(of: $0) }.flatMap(\.asLines)
        }
        return status.text(of: report).asLines.map { $0.cut(toWidth: style.width, ellipsis: style.ellipsis) }
    }

    private func painted(_ text: String, _ emphasis: TerminalStyle.Emphasis, width: Int) -> String {
        style.painted(text.printable().truncated(toWidth: width, ellipsis: style.ellipsis), emphasis)
    }

    private var helpLines: [String] {
        let rows = [
            ("up down k j", "move; PgUp PgDn Home End move further"), ("space tab", "mark, and move on"),
            ("a", "mark all, or none"),
            ("/", "show only results that contain the words; Esc shows all again"),
            ("m", "load more results; so does moving to the last one"),
            ("enter", "choose the marked results, or the current one"), ("g", "choose and download"),
            ("c", "choose and print the credits"), ("o", "choose and open the pages"),
            ("q Esc", "leave without a choice"), ("ctrl-Z", "suspend"),
        ]
        let cells = rows.map { [Columns.Cell($0, .strong), Columns.Cell($1)] }
        return Columns(cells, style: style).lines + [""]
    }
}

/// The picture of a result, or the reason why there is none.
enum PickerPicture: Hashable, Sendable {
    case drawn(String)
    case failed(String)
}

extension TerminalStyle {
    fileprivate func limited(to width: Int) -> TerminalStyle {
        TerminalStyle(width: width, usesColour: usesColour, usesUnicode: usesUnicode)
    }

    fileprivate var withoutColour: TerminalStyle { TerminalStyle(width: width, usesUnicode: usesUnicode) }
}

extension String {
    fileprivate var asLines: [String] { split(separator: "\n").map(String.init) }
}
