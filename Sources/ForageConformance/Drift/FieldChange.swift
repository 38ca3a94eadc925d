internal import JSON

/// How a service may change a member of its answers one day.
public enum FieldChange: String, Hashable, Sendable, CaseIterable {
    /// It is no longer there.
    case dropped
    /// It has another name.
    case renamed
    /// It is of another type.
    case retyped
    /// It is null.
    case nulled
    /// It is there and holds nothing.
    case emptied

    /// Whether a service says so that there is nothing, too.
    var mayMeanNothing: Bool { self == .nulled || self == .emptied }
}

extension FieldChange {
    /// Writes a member as it is after the change.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - kinds: What it is in all records.
    ///   - writer: Where it is written.
    /// - Returns: Whether it is another then; nil where the member is to be copied.
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
        // A text, or a list of texts.
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
    /// Whether it holds anything.
    var hasContent: Bool {
        switch kind {
        case .missing, .null: false
        case .string: string != ""
        case .bool, .number: true
        case .array, .object: count > 0
        }
    }
}

/// Where a member stands in every record, with `*` for any place in a list: `/results/*/urls/regular`.
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

    /// The path as drift is reported by.
    public var description: String { JSONPointer(tokens: steps).description }

    /// Whether one of two paths leads through the other.
    func isOnTheWay(to other: String) -> Bool {
        let own = description
        // In a feed an attribute is called by its element: `/items/*/enclosure@url`.
        return other == own
            || ["/", "@"].contains { other.hasPrefix(own + $0) || own.hasPrefix(other + $0) }
    }
}

/// An answer of which changed copies are made.
protocol MutableBody {
    /// Every member that holds something, each path once, in the order in which they are met.
    var fields: [FieldPath] { get }

    /// The body with something more wherever there may be more.
    var withUnknownMembers: [UInt8] { get }

    /// The body with a change to every member at a path; nil where it changes nothing.
    func changing(_ field: FieldPath, _ change: FieldChange) -> [UInt8]?

    /// How many records a list has; nil where there is no list.
    func recordCount(in list: String) -> Int?

    /// The body with the records of a list at these places, in this order; nil without any record there.
    func arranging(_ list: String, as places: [Int]) -> [UInt8]?

    /// The body with something else in the place of one record of a list.
    func breaking(_ list: String, at place: Int) -> [UInt8]?

    /// Takes a copy for each stranger in the place of each value, nearest first, with what was done; of values that
    /// stand at the same place in several records, one.
    func forEachCopy(
        with strangers: UnexpectedValues, atMost limit: Int,
        _ take: (_ change: String, _ copy: [UInt8]) -> Void)
}

/// What is put in a value's place.
enum UnexpectedValues {
    /// Values of every kind, and what a careless reader trips over.
    case values
    /// Texts that nobody expects.
    case texts
}

extension MutableBody {
    /// The body with the records of a list over and over again, until there are so many; nil without a record there.
    func repeating(_ list: String, _ count: Int) -> [UInt8]? {
        guard let known = recordCount(in: list), known > 0 else { return nil }
        return arranging(list, as: (0..<count).map { $0 % known })
    }

    /// The body with the records of a list the other way round; nil without a record there.
    func reversing(_ list: String) -> [UInt8]? {
        recordCount(in: list).flatMap { arranging(list, as: (0..<$0).reversed()) }
    }

    /// The body with no more than the first records of a list; nil without a record there.
    func shortening(_ list: String, to count: Int) -> [UInt8]? {
        recordCount(in: list).flatMap { arranging(list, as: Array(0..<min($0, count))) }
    }
}

extension [UInt8] {
    /// The answer as one that can be changed; nil for what is neither JSON nor a feed.
    var asMutable: (any MutableBody)? { JSONBody(self) ?? FeedBody(self) }
}
