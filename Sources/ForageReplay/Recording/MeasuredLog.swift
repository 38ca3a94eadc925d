internal import ForageCore

/// Which pictures were measured, or could not be, and which of them while somebody waited for that.
///
/// A picture may come too late for its place in the list and still be measured. The results tell the one from the other.
struct MeasuredLog: Sendable {
    private var ended: [(url: WebURL, failure: String?)] = []
    private var sized: Set<WebURL>?
    private var reasons: Set<String> = []

    mutating func note(_ url: WebURL, failure: Unmeasurable?) { ended.append((url, failure?.reason)) }

    mutating func note(_ report: Report) {
        let files = report.items.flatMap(\.renditions).filter { $0.sizeSource == .measured }
        sized = Set(files.map(\.url))
        reasons = Set(
            report.outcomes.flatMap(\.notes).compactMap { note in
                if case .unmeasured(_, let reason) = note { reason } else { nil }
            })
    }

    /// Those that ended in time; all of them where no list was made.
    var inTime: [WebURL] {
        guard let sized else { return ended.map(\.url) }
        return ended.filter { url, failure in failure.map(reasons.contains) ?? sized.contains(url) }.map(
            \.url)
    }
}
