internal import ForageCore
internal import ForageFormats

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
