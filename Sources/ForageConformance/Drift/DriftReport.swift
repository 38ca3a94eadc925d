internal import ForageCore
internal import JSON

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

/// A change that a service may make to a member of its answers.
public enum FieldChange: String, Hashable, Sendable, CaseIterable {
    /// The member is missing.
    case dropped
    /// The member has another name.
    case renamed
    /// The member has another type.
    case retyped
    /// The member is null.
    case nulled
    /// The member is present but empty.
    case emptied

    /// Indicates whether the change could also mean that there is no value.
    var mayMeanNothing: Bool { self == .nulled || self == .emptied }
}

extension FieldChange {
    /// Writes a member after the change.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - kinds: The types of the member in all records.
    ///   - writer: The destination.
    /// - Returns: True if the member has changed; nil if it is to be copied.
    func write(
        _ member: JSONMember, ofKinds kinds: Set<JSONValue.Kind>, to writer: inout JSONWriter
    ) -> Bool? {
        switch self {
        case .dropped: return true
        case .renamed:
            writer.key("new_" + member.key)
            writer.value(member.value)
            return true
        case .retyped:
            writer.key(member.key)
            Self.writeOtherType(than: kinds, of: member.value, to: &writer)
            return true
        case .nulled:
            guard !member.value.isNull else { return nil }
            writer.key(member.key)
            writer.null()
            return true
        case .emptied:
            guard member.value.hasContent else { return nil }
            writer.key(member.key)
            Self.writeNothing(for: member.value, to: &writer)
            return true
        }
    }

    private static func writeOtherType(
        than kinds: Set<JSONValue.Kind>, of value: JSONValue, to writer: inout JSONWriter
    ) {
        switch value.kind {
        // The member may be a text or a list of texts, so its new type must differ from both.
        case .array where kinds.contains(.string) && !kinds.contains(.object): writer.object { _ in }
        case .string: writer.object { _ in }
        case .number, .bool: writer.string("several")
        case .array: writer.string("one, two")
        case .object, .null, .missing: writer.array { $0.number(7) }
        }
    }

    private static func writeNothing(for value: JSONValue, to writer: inout JSONWriter) {
        switch value.kind {
        case .array: writer.array { _ in }
        case .object: writer.object { _ in }
        default: writer.string("")
        }
    }
}

extension JSONValue {
    /// Indicates whether the value is not empty.
    var hasContent: Bool {
        switch kind {
        case .missing, .null: false
        case .string: string != ""
        case .bool, .number: true
        case .array, .object: count > 0
        }
    }
}

/// The path of a member in every record, with `*` for any index in a list: `/results/*/urls/regular`.
public struct FieldPath: Hashable, Sendable, CustomStringConvertible {
    private var steps: [String] = []

    init() {}

    var element: FieldPath { appending("*") }

    func member(_ key: String) -> FieldPath { appending(key) }

    private func appending(_ step: String) -> FieldPath {
        var path = self
        path.steps.append(step)
        return path
    }

    /// The path in the form in which drift is reported.
    public var description: String { JSONPointer(tokens: steps).description }

    /// Indicates whether one of the two paths contains the other.
    func isOnTheWay(to other: String) -> Bool {
        let own = description
        // In a feed, the path of an attribute contains that of its element: `/items/*/enclosure@url`.
        return other == own
            || ["/", "@"].contains { other.hasPrefix(own + $0) || own.hasPrefix(other + $0) }
    }
}

/// An answer from which changed copies can be made.
protocol MutableBody {
    /// The paths of all members with content, in the order of their first occurrence.
    var fields: [FieldPath] { get }

    /// The body with additional members wherever they are possible.
    var withUnknownMembers: [UInt8] { get }

    /// Returns the body after a change to every member at a path; nil if nothing changes.
    func changing(_ field: FieldPath, _ change: FieldChange) -> [UInt8]?

    /// Returns the number of records in a list; nil if there is no list.
    func recordCount(in list: String) -> Int?

    /// Returns the body with the records at some indices of a list, in the given order; nil if there are none.
    func arranging(_ list: String, as places: [Int]) -> [UInt8]?

    /// Returns the body with a wrong value in place of one record of a list.
    func breaking(_ list: String, at place: Int) -> [UInt8]?

    /// Calls a closure with a copy for each unexpected value in place of each value, outermost first. If a value occurs
    /// at the same path in several records, only one of them is replaced.
    func forEachCopy(
        with unexpected: UnexpectedValues, atMost limit: Int,
        _ take: (_ change: String, _ copy: [UInt8]) -> Void)
}

/// Values that replace a value of an answer.
enum UnexpectedValues {
    /// Values of every type, including some that careless code does not expect.
    case values
    /// Unexpected texts.
    case texts
}

extension MutableBody {
    /// Returns the body with the records of a list repeated up to a count; nil if there are no records.
    func repeating(_ list: String, _ count: Int) -> [UInt8]? {
        guard let known = recordCount(in: list), known > 0 else { return nil }
        return arranging(list, as: (0..<count).map { $0 % known })
    }

    /// Returns the body with the records of a list in reverse order; nil if there are no records.
    func reversing(_ list: String) -> [UInt8]? {
        recordCount(in: list).flatMap { arranging(list, as: (0..<$0).reversed()) }
    }

    /// Returns the body with only the first records of a list; nil if there are no records.
    func shortening(_ list: String, to count: Int) -> [UInt8]? {
        recordCount(in: list).flatMap { arranging(list, as: Array(0..<min($0, count))) }
    }
}

extension [UInt8] {
    /// The answer in a form that can be changed; nil if it is neither JSON nor a feed.
    var asMutable: (any MutableBody)? { JSONBody(self) ?? FeedBody(self) }
}
