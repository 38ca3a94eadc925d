extension JSONWriter {
    /// Writes a value of a document with all inside it.
    ///
    /// Numbers stay as written and keys repeated; a missing value becomes null.
    package mutating func value(_ value: JSONValue) {
        switch value.kind {
        case .missing, .null: null()
        case .bool: bool(value.bool == true)
        case .string: string(value.string ?? "")
        case .number: writeNumber(value)
        case .array: array { writer in value.elements.forEach { writer.value($0) } }
        case .object: object { writer in value.members.forEach { writer.member($0) } }
        }
    }

    private mutating func member(_ member: JSONMember) {
        key(member.key)
        value(member.value)
    }

    private mutating func writeNumber(_ value: JSONValue) {
        value.numberAsWritten.map { number(asWritten: $0) } ?? null()
    }
}
