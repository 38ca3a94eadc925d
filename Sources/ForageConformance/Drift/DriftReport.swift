internal import ForageCore

/// What a provider sees of answers that have changed: of every sample, every member is dropped, renamed, retyped,
/// nulled and emptied in turn, in all records at once, as it is when a service changes.
///
/// A provider must either not care, so that the items are the same, or report drift with the path.
public struct DriftReport: Sendable {
    /// How many changes made no difference to the items.
    public private(set) var indifferentCount = 0
    /// How many were reported, with the path or as what is no answer at all.
    public private(set) var reportedCount = 0
    /// How many made a fact null or empty, and were taken for what a service says where it has nothing to say.
    public private(set) var believedCount = 0
    /// Those others that changed the items without a word.
    public private(set) var unseen: [Change] = []
    /// Those among them that left no item and looked like an answer that found nothing.
    public private(set) var mistaken: [Change] = []
    private let isApplicable: Bool

    /// A change to one member in one sample.
    public struct Change: Hashable, Sendable, CustomStringConvertible {
        /// The name of the sample.
        public let sample: String
        /// What was done.
        public let change: FieldChange
        /// To which member.
        public let path: FieldPath

        /// The text as it is printed.
        public var description: String { "\(sample): \(path) \(change.rawValue)" }
    }

    init(of checks: ProviderChecks) {
        let samples = checks.samplesOfNewShape
        isApplicable = !samples.isEmpty
        for sample in samples { compare(sample, checks) }
    }

    /// How many changes were made.
    public var changeCount: Int { indifferentCount + believedCount + reportedCount + unseen.count }

    /// How many of a hundred changes were reported, of those that made a difference and can mean nothing else.
    public var share: Int {
        let count = reportedCount + unseen.count
        return count == 0 ? 100 : reportedCount * 100 / count
    }

    var verdict: Verdict {
        guard isApplicable else { return .notApplicable(ProviderChecks.nothingToChange) }
        return Verdict(mistaken.map { "\($0): it looks like an answer that found nothing." })
    }

    // MARK: - Comparing

    private mutating func compare(_ sample: SampleAnswer, _ checks: ProviderChecks) {
        guard let body = sample.body.asMutable else { return }
        let whole = checks.drafts(sample)
        for path in body.fields.prefix(Self.greatestFieldCount) {
            for change in FieldChange.allCases {
                guard let changed = body.changing(path, change) else { continue }
                let answer = checks.read(changed, of: sample)
                note(answer, Change(sample: sample.name, change: change, path: path), whole)
            }
        }
    }

    private mutating func note(_ reading: ChangedReading, _ change: Change, _ whole: [Draft]) {
        switch reading {
        case .refused: reportedCount += 1
        case .read(let page) where page.drafts == whole: indifferentCount += 1
        case .read(let page) where page.drift.contains { change.path.isOnTheWay(to: $0.path) }:
            reportedCount += 1
        case .read where change.change.mayMeanNothing: believedCount += 1
        case .read(let page):
            unseen.append(change)
            let looksEmpty = page.drafts.isEmpty && page.drift.isEmpty && page.damage == nil
            if looksEmpty { mistaken.append(change) }
        }
    }

    private static let greatestFieldCount = 400
}

/// What comes of a changed answer.
private enum ChangedReading {
    /// It is no answer, in whatever words.
    case refused
    case read(Page)
}

extension ProviderChecks {
    fileprivate func read(_ body: [UInt8], of sample: SampleAnswer) -> ChangedReading {
        var response = sample.response
        response.body = body
        if provider.refusal(in: response) != nil { return .refused }
        return decode(body, of: sample).page.map(ChangedReading.read) ?? .refused
    }
}

extension ProviderCheck {
    static let drift = ProviderCheck(
        "drift-is-seen", "A service that changes its answers never looks like one that found nothing."
    ) { checks in DriftReport(of: checks).verdict }
}
