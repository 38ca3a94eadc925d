internal import ForageCore
internal import ForageFormats

/// Writes lines as things happen, for programs.
struct EventStream: SearchDisplay {
    private var lines: ListLines
    private var stillOut: StillOut
    private var progress: Progress
    private let pipes: Pipes
    private(set) var unread: Pipes.Unread?

    init(_ lines: ListLines, _ stillOut: StillOut, _ invocation: Invocation) {
        self.stillOut = stillOut
        self.lines = lines
        progress = Progress(invocation.terminal, invocation.pipes)
        pipes = invocation.pipes
    }

    mutating func take(_ event: SearchEvent) {
        let text = lines.lines(of: event).text
        if !text.isEmpty, unread == nil {
            progress.clear()
            unread = pipes.offer(text.utf8)
            // A reader that has enough ends the search; what came of it is kept before the program ends.
            if unread != nil { withUnsafeCurrentTask { $0?.cancel() } }
        }
        stillOut.take(event)
        progress.say(waitingFor: stillOut)
    }

    mutating func text(atEnd report: Report) -> String {
        progress.clear()
        return lines.lines(of: .finished(report)).text
    }
}
