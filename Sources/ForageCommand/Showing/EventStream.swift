internal import ForageCore
internal import ForageFormats

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
