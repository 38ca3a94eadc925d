internal import ForageCore

/// Which pictures were measured, or could not be, and which of them while somebody waited for that.
///
/// A picture may come too late for its place in the list and still be measured. What is told of it tells the one from the
/// other: a size, be it that the result is left out for it, or why there is none.
struct MeasuredLog: Sendable {
    private var ended: [(url: WebURL, result: Result<PixelSize, Unmeasurable>)] = []
    private var told: Set<WebURL> = []
    private var report: Report?

    mutating func note(_ result: Result<PixelSize, Unmeasurable>, of url: WebURL) {
        ended.append((url, result))
    }

    mutating func note(sizeToldAt url: WebURL) { told.insert(url) }

    mutating func note(_ report: Report) { self.report = report }

    /// Those that ended in time; all of them where no list was made.
    var inTime: [WebURL] {
        guard let report else { return ended.map(\.url) }
        let reasons = report.outcomes.flatMap(\.notes).compactMap { note in
            if case .unmeasured(_, let reason) = note { reason } else { nil }
        }
        return ended.compactMap { url, result in
            switch result {
            case .success: told.contains(url) ? url : nil
            case .failure(let failure): reasons.contains(failure.reason) ? url : nil
            }
        }
    }
}
