internal import ForageCore

/// A provider's results for changed answers. In every sample, each member is dropped, renamed, retyped, nulled and
/// emptied in turn, in all records at once, as when a service changes its format.
///
/// A provider must either return the same items, or report drift with the path.
public struct DriftReport: Sendable {
    /// The number of changes that made no difference to the items.
    public private(set) var harmlessCount = 0
    /// The number of changes that were reported, either with the path or by refusing the answer.
    public private(set) var reportedCount = 0
    /// The number of changes that made a value null or empty, and were read as a missing value.
    public private(set) var emptiedCount = 0
    /// The other changes, which altered the items without a report.
    public private(set) var unseen: [Change] = []
    /// The unreported changes that left no items, so that the answer looked like an empty result.
    public private(set) var seeminglyEmpty: [Change] = []
    private let isApplicable: Bool

    /// A change to one member in one sample.
    public struct Change: Hashable, Sendable, CustomStringConvertible {
        /// The name of the sample.
        public let sample: String
        /// The change.
        public let change: FieldChange
        /// The path of the changed member.
        public let path: FieldPath

        /// The text that is printed for the change.
        public var description: String { "\(sample): \(path) \(change.rawValue)" }
    }

    init(of checks: ProviderChecks) {
        let samples = checks.samplesOfNewShape
        isApplicable = !samples.isEmpty
        for sample in samples { compare(sample, checks) }
    }

    /// The total number of changes.
    public var changeCount: Int { harmlessCount + emptiedCount + reportedCount + unseen.count }

    /// The percentage of reported changes among those that altered the items and have no other meaning.
    public var share: Int {
        let count = reportedCount + unseen.count
        return count == 0 ? 100 : reportedCount * 100 / count
    }

    var verdict: Verdict {
        guard isApplicable else { return .notApplicable(ProviderChecks.nothingToChange) }
        return Verdict(seeminglyEmpty.map { "\($0): it looks like an answer without results." })
    }

    // MARK: - Comparing

    private mutating func compare(_ sample: SampleAnswer, _ checks: ProviderChecks) {
        guard let body = sample.body.asMutable else { return }
        let whole = checks.drafts(sample)
        for path in body.fields.prefix(Self.greatestFieldCount) {
            for change in FieldChange.allCases {
                guard let changed = body.changing(path, change) else { continue }
                let answer = checks.read(changed, of: sample)
                note(
                    answer, Change(sample: sample.name, change: change, path: path), whole,
                    isForFile: sample.request.isForFile)
            }
        }
    }

    private mutating func note(
        _ reading: ChangedReading, _ change: Change, _ whole: [Draft], isForFile: Bool
    ) {
        switch reading {
        case .refused: reportedCount += 1
        case .read(let page) where page.drafts == whole: harmlessCount += 1
        case .read(let page) where page.drift.contains { change.path.isOnTheWay(to: $0.path) }:
            reportedCount += 1
        case .read where change.change.mayMeanNothing: emptiedCount += 1
        case .read(let page):
            unseen.append(change)
            let looksEmpty = page.drafts.isEmpty && page.drift.isEmpty && page.damage == nil
            // A service may say that it does not know a file by leaving everything out.
            if looksEmpty, !isForFile { seeminglyEmpty.append(change) }
        }
    }

    private static let greatestFieldCount = 400
}

/// The result of reading a changed answer.
private enum ChangedReading {
    /// The answer was refused, for whatever reason.
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

extension ProviderRequest {
    fileprivate var isForFile: Bool {
        if case .browse(let browse, _) = self { browse.sha1 != nil } else { false }
    }
}

extension ProviderCheck {
    static let drift = ProviderCheck(
        "drift-is-seen", "A changed answer never looks like an answer without results."
    ) { checks in DriftReport(of: checks).verdict }
}
