internal import ForageCore

/// Writes lines as things happen, for programs.
struct EventStream: SearchDisplay {
    private var lines: ListLines
    private var stillOut: StillOut
    private var progress: Progress
    private let pipes: Pipes

    init(_ lines: ListLines, _ stillOut: StillOut, _ invocation: Invocation) {
        self.stillOut = stillOut
        self.lines = lines
        progress = Progress(invocation.terminal, invocation.pipes)
        pipes = invocation.pipes
    }

    mutating func take(_ event: SearchEvent) {
        let text = lines.text(of: event)
        if !text.isEmpty {
            progress.clear()
            pipes.write(text.utf8)
        }
        stillOut.take(event)
        progress.say(waitingFor: stillOut)
    }

    mutating func text(atEnd report: Report) -> String {
        progress.clear()
        return lines.text(of: .finished(report))
    }
}
