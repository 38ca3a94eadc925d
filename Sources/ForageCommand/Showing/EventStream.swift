internal import ForageCore
internal import ForageFormats

/// Writes what happens as it happens, for programs.
struct EventStream: SearchDisplay {
    private var lines: SearchLines
    private var stillOut: StillOut
    private var progress: Progress
    private let pipes: Pipes

    init(_ lines: SearchLines, _ stillOut: StillOut, _ invocation: Invocation) {
        self.stillOut = stillOut
        self.lines = lines
        progress = Progress(invocation.terminal, invocation.pipes)
        pipes = invocation.pipes
    }

    mutating func take(_ event: SearchEvent) {
        progress.clear()
        pipes.write(lines.text(of: event).utf8)
        stillOut.take(event)
        progress.say(waitingFor: stillOut)
    }

    mutating func text(atEnd report: Report) -> String {
        progress.clear()
        return lines.text(of: .finished(report))
    }
}
