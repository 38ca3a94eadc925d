import JSON

/// Validates a document against the part of JSON Schema that Forage's own schema uses.
struct SchemaChecker {
    let schema: JSONValue

    func accepts(_ value: JSONValue) -> Bool { accepts(value, schema) }

    private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        isOfType(value, schema["type"].string) && isAmong(value, schema["enum"]) && isInRange(value, schema)
            && matches(value, schema["pattern"].string)
            && value.elements.allSatisfy { accepts($0, schema["items"]) }
            && value.members.allSatisfy { accepts($0, in: schema) }
    }

    private func accepts(_ member: JSONMember, in schema: JSONValue) -> Bool {
        let property = schema["properties"][member.key]
        return property.exists
            ? accepts(member.value, property) : schema["additionalProperties"].bool != false
    }

    private func isOfType(_ value: JSONValue, _ type: String?) -> Bool {
        switch type {
        case "object": value.kind == .object
        case "array": value.kind == .array
        case "string": value.kind == .string
        case "boolean": value.kind == .bool
        case "number": value.kind == .number
        case "integer": value.double.map { $0 == $0.rounded() } ?? false
        default: type == nil
        }
    }

    private func isAmong(_ value: JSONValue, _ choices: JSONValue) -> Bool {
        choices.isMissing || choices.elements.contains { $0.string == value.string }
    }

    private func isInRange(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        guard value.kind == .number else { return true }
        guard let number = value.double else { return false }
        return (schema["minimum"].double ?? -.infinity)...(schema["maximum"].double ?? .infinity) ~= number
    }

    private func matches(_ value: JSONValue, _ pattern: String?) -> Bool {
        guard let pattern, let text = value.string else { return true }
        guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return false }
        return text.contains(regex)
    }
}
