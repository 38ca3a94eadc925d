internal import ForageCore
internal import ForageFormats

/// Writes the list once it is whole, and says until then who is waited for.
struct WholeList: SearchDisplay {
    private let writer: any ReportFormat
    private var stillOut: StillOut
    private var progress: Progress

    init(_ writer: any ReportFormat, _ stillOut: StillOut, _ invocation: Invocation) {
        self.stillOut = stillOut
        self.writer = writer
        progress = Progress(invocation.terminal, invocation.pipes)
    }

    mutating func take(_ event: SearchEvent) {
        stillOut.take(event)
        progress.say(waitingFor: stillOut)
    }

    mutating func text(atEnd report: Report) -> String {
        progress.clear()
        return writer.text(of: report)
    }
}
