import JSON
import Platform

/// Validates a document against the part of JSON Schema that `docs/output.schema.json` uses.
///
/// Stricter than JSON Schema in one point: a member that the schema does not name is a fault, because
/// the schema must name everything that is written.
struct SchemaCheck {
    private let schema: JSONValue

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let data = try Data(contentsOf: root.appending(path: "docs/output.schema.json"))
        schema = try JSONDocument(Array(data), mode: .strict).root
    }

    /// The names of all fields of an item, joined by dots.
    var fieldNames: [String] { names(in: schema["$defs"]["item"], prefix: "") }

    /// The faults of a document, or of one of its named parts; empty if it is valid.
    func faults(in text: some StringProtocol, as name: String? = nil) throws -> [String] {
        let root = try JSONDocument(Array(text.utf8), mode: .strict).root
        return faults(in: root, by: name.map { schema["$defs"][$0] } ?? schema)
    }

    private func faults(in value: JSONValue, by schema: JSONValue) -> [String] {
        let schema = resolved(schema)
        var faults: [String] = []
        if !isRightType(value, by: schema) { faults.append("\(value.pointer) has the wrong type") }
        if let least = schema["minLength"].int, (value.string ?? "").count < least {
            faults.append("\(value.pointer) is too short")
        }
        if let least = schema["minimum"].int, let number = value.int, number < least {
            faults.append("\(value.pointer) is too small")
        }
        if let least = schema["minItems"].int, value.count < least {
            faults.append("\(value.pointer) is too short")
        }
        if schema["pattern"].exists, value.string?.hasPrefix("http") != true {
            faults.append("\(value.pointer) is not an address")
        }
        for key in schema["required"].elements.compactMap(\.string) where value[key].isMissing {
            faults.append("\(value.pointer) lacks \(key)")
        }
        for member in value.members {
            let expected = schema["properties"][member.key]
            faults +=
                expected.exists
                ? self.faults(in: member.value, by: expected)
                : ["\(member.value.pointer) is not in the schema"]
        }
        for element in value.elements { faults += self.faults(in: element, by: schema["items"]) }
        return faults
    }

    private func isRightType(_ value: JSONValue, by schema: JSONValue) -> Bool {
        if let constant = schema["const"].int { return value.int == constant }
        if schema["enum"].exists { return schema["enum"].elements.contains { $0.string == value.string } }
        let types = [schema["type"].string].compactMap(\.self) + schema["type"].elements.compactMap(\.string)
        return types.contains { type in
            switch type {
            case "string": value.kind == .string
            case "integer": value.int != nil
            case "number": value.double != nil
            case "null": value.isNull
            case "array": value.kind == .array
            default: value.kind == .object
            }
        }
    }

    private func resolved(_ schema: JSONValue) -> JSONValue {
        guard let reference = schema["$ref"].string, let name = reference.split(separator: "/").last else {
            return schema
        }
        return self.schema["$defs"][String(name)]
    }

    private func names(in schema: JSONValue, prefix: String) -> [String] {
        let schema = resolved(schema)
        if schema["items"].exists { return names(in: schema["items"], prefix: prefix) }
        return schema["properties"].members.flatMap { member in
            [prefix + member.key] + names(in: member.value, prefix: prefix + member.key + ".")
        }
    }
}
