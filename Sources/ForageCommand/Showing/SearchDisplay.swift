internal import ForageCore
internal import ForageFormats
internal import ForageSearch
internal import Platform

/// Shows a search while it goes on.
protocol SearchDisplay: Sendable {
    /// Shows what happened on the way.
    mutating func take(_ event: SearchEvent)
    /// Why what it wrote on the way could not be written, if so.
    var unread: Pipes.Unread? { get }
    /// What is to be written of its end.
    mutating func text(atEnd report: Report) -> String
}

extension SearchDisplay {
    /// Most write nothing on the way that is a result.
    var unread: Pipes.Unread? { nil }
}

/// Writes the list once it is whole, and says until then who is waited for.
struct WholeList: SearchDisplay {
    private let writer: any ReportFormat
    private var waiting: Waiting

    init(_ writer: any ReportFormat, _ stillOut: StillOut, _ invocation: Invocation) {
        self.writer = writer
        waiting = Waiting(stillOut, invocation)
    }

    mutating func take(_ event: SearchEvent) { waiting.take(event) }

    mutating func text(atEnd report: Report) -> String {
        waiting.clear()
        return writer.text(of: report)
    }
}

/// Writes lines as things happen, for programs.
struct EventStream: SearchDisplay {
    private var lines: ListLines
    private var waiting: Waiting
    private var results: ResultStream

    init(_ lines: ListLines, _ stillOut: StillOut, _ invocation: Invocation) {
        self.lines = lines
        waiting = Waiting(stillOut, invocation)
        results = ResultStream(invocation.pipes)
    }

    var unread: Pipes.Unread? { results.unread }

    mutating func take(_ event: SearchEvent) {
        let text = lines.lines(of: event).text
        if !text.isEmpty {
            waiting.clear()
            results.write(text)
        }
        waiting.take(event)
    }

    mutating func text(atEnd report: Report) -> String {
        waiting.clear()
        return lines.lines(of: .finished(report)).text
    }
}

/// Says who is waited for while a search goes on.
struct Waiting: Sendable {
    private var stillOut: StillOut
    private var progress: Progress

    init(_ stillOut: StillOut, _ invocation: Invocation) {
        self.stillOut = stillOut
        progress = Progress(invocation.terminal, invocation.pipes)
    }

    mutating func take(_ event: SearchEvent) {
        stillOut.take(event)
        if let words = stillOut.words { progress.say(words) } else { progress.clear() }
    }

    mutating func clear() { progress.clear() }
}

/// Who of a search is still out.
struct StillOut: Sendable {
    private let goesOn: Bool
    private var providers: [ProviderID] = []
    private var itemCount = 0

    /// - Parameter goesOn: Whether the search goes from page to page for long.
    init(goesOn: Bool = false) { self.goesOn = goesOn }

    /// The words for a person who waits; nil when nothing is waited for.
    var words: String? {
        if !providers.isEmpty { return "Asking \(providers.map(\.name).joined(separator: ", "))" }
        return goesOn && itemCount > 0 ? "Asking for more, \(itemCount) so far" : nil
    }

    mutating func take(_ event: SearchEvent) {
        switch event {
        case .began(let asked): providers = asked
        case .items(_, let items): itemCount += items.count
        case .ended(let outcome): providers.removeAll { $0 == outcome.provider }
        case .measured, .finished: break
        }
    }
}

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
