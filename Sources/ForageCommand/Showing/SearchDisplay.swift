internal import ForageCore
internal import ForageFormats
internal import Platform

/// Shows a search while it goes on.
protocol SearchDisplay: Sendable {
    /// Shows what happened on the way.
    mutating func take(_ event: SearchEvent)
    /// Whether it shows the list as it grows.
    var needsList: Bool { get }
    /// Why what it wrote on the way could not be written, if so.
    var unread: Pipes.Unread? { get }
    /// What is to be written of its end.
    mutating func text(atEnd report: Report) -> String
}

extension SearchDisplay {
    /// Most wait for the end.
    var needsList: Bool { false }
    /// Most write nothing on the way that is a result.
    var unread: Pipes.Unread? { nil }
}

/// Writes the list once it is whole, and says until then who is waited for.
struct WholeList: SearchDisplay {
    private let writer: any ReportFormat
    private var waiting: Waiting

    init(_ writer: any ReportFormat, _ stillOut: PendingProviders, _ invocation: Invocation) {
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

    init(_ lines: ListLines, _ stillOut: PendingProviders, _ invocation: Invocation) {
        self.lines = lines
        waiting = Waiting(stillOut, invocation)
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

/// Says who is waited for while a search goes on.
struct Waiting: Sendable {
    private var stillOut: PendingProviders
    private var progress: Progress

    init(_ stillOut: PendingProviders, _ invocation: Invocation) {
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
struct PendingProviders: Sendable {
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
        case .list, .measured, .finished: break
        }
    }
}
