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
