internal import ForageCore
internal import ForageFormats
internal import Platform

/// The display of a search while it runs.
protocol SearchDisplay: Sendable {
    /// Shows an event.
    mutating func take(_ event: SearchEvent)
    /// True if it shows the list as it grows.
    var needsList: Bool { get }
    /// The reason why earlier output could not be written, if so.
    var unread: Pipes.Unread? { get }
    /// The text to write at the end.
    mutating func text(atEnd report: Report) -> String
}

extension SearchDisplay {
    /// Most displays show the list at its end.
    var needsList: Bool { false }
    /// Most displays write results only at the end.
    var unread: Pipes.Unread? { nil }
}

/// Writes the list once it is complete, and until then shows the providers that have not answered.
struct WholeList: SearchDisplay {
    private let writer: any ReportFormat
    private var waiting: Waiting

    init(_ writer: any ReportFormat, _ pending: PendingProviders, _ invocation: Invocation) {
        self.writer = writer
        waiting = Waiting(pending, invocation)
    }

    mutating func take(_ event: SearchEvent) { waiting.take(event) }

    mutating func text(atEnd report: Report) -> String {
        waiting.clear()
        return writer.text(of: report)
    }
}

/// Writes events as JSON lines, for programs.
struct EventStream: SearchDisplay {
    private var lines: ListLines
    private var waiting: Waiting
    private var results: ResultStream

    init(_ lines: ListLines, _ pending: PendingProviders, _ invocation: Invocation) {
        self.lines = lines
        waiting = Waiting(pending, invocation)
        results = ResultStream(invocation.pipes)
    }

    var needsList: Bool { true }
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

/// Shows the providers that have not answered while a search runs.
struct Waiting: Sendable {
    private var pending: PendingProviders
    private var progress: Progress

    init(_ pending: PendingProviders, _ invocation: Invocation) {
        self.pending = pending
        progress = Progress(invocation.terminal, invocation.pipes)
    }

    mutating func take(_ event: SearchEvent) {
        pending.take(event)
        if let words = pending.words { progress.say(words) } else { progress.clear() }
    }

    mutating func clear() { progress.clear() }
}

/// The providers of a search that have not answered.
struct PendingProviders: Sendable {
    private let goesOn: Bool
    private var providers: [ProviderID] = []
    private var itemCount = 0

    /// - Parameter goesOn: True if the search continues through many pages.
    init(goesOn: Bool = false) { self.goesOn = goesOn }

    /// The text for a person who waits; nil if nothing is awaited.
    var words: String? {
        if !providers.isEmpty { return "Searching \(providers.map(\.name).joined(separator: ", "))" }
        return goesOn && itemCount > 0 ? "Searching for more, \(itemCount) so far" : nil
    }

    mutating func take(_ event: SearchEvent) {
        switch event {
        case .began(let asked): providers = asked
        case .items(_, let items): itemCount += items.count
        case .ended(let outcome): providers.removeAll { $0 == outcome.provider }
        case .list, .measured, .finished: break
        }
    }
}
