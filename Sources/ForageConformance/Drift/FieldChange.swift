internal import JSON

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
