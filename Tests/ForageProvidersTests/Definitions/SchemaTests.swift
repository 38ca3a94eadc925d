import JSON
import Platform
import Testing

@testable import ForageProviders

@Suite("The JSON Schema of a definition")
struct SchemaTests {
    private func accepts(_ bytes: [UInt8]) throws -> Bool {
        let schema = try JSONDocument(DefinitionSchema.json(), mode: .strict).root
        return SchemaChecker(root: schema).accepts(try JSONDocument(bytes).root)
    }

    @Test("the schema equals the one in docs")
    func published() throws {
        let file = URL(filePath: Shipped.folder).appending(path: "../../docs/definition.schema.json")
        #expect(try Data(contentsOf: file) == Data(DefinitionSchema.json()), "run: make schema")
    }

    @Test("every definition shipped with Forage satisfies the schema", arguments: Shipped.names)
    func shipped(name: String) throws {
        #expect(try accepts(Shipped.bytes(name)))
    }

    @Test(
        "the schema refuses what the reader refuses",
        arguments: [
            ("\"hosts\"", "\"hots\""), ("\"museum\"", "\"The Museum\""), ("[\"photo\"]", "[\"foto\"]"),
            ("[\"photo\"]", "[]"), ("\"id\": \"/id\",", ""), ("\"title\": \"/title\"", "\"title\": 7"),
            ("\"by\": \"page\"", "\"by\": \"pages\""), ("definition:1", "definition:2"),
            ("The Museum", "The \\u202Emuseum"),
            ("\"/title\"", "{\"at\": \"/title\", \"then\": [{\"regex\": \"x\"}]}"),
            ("\"https://api.museum.example\"]", "\"ftp://api.museum.example\"]"),
        ])
    func refusals(old: String, new: String) throws {
        #expect(try accepts(Array(SmallDefinition.text.utf8)))
        #expect(try !accepts(Array(SmallDefinition.text(old, new).utf8)))
        #expect(SmallDefinition.fault(SmallDefinition.text(old, new)) != nil)
    }
}

/// Validates a document against the part of JSON Schema that this schema uses.
private struct SchemaChecker {
    let root: JSONValue

    func accepts(_ value: JSONValue) -> Bool { accepts(value, root) }

    private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        if let reference = schema["$ref"].string, let pointer = JSONPointer(String(reference.dropFirst())) {
            return accepts(value, root[pointer])
        }
        let choices = schema["anyOf"]
        guard choices.isMissing || choices.elements.contains(where: { accepts(value, $0) }) else {
            return false
        }
        let names = schema["enum"]
        guard names.isMissing || names.elements.contains(where: { $0.string == value.string }) else {
            return false
        }
        return isOfType(value, schema["type"].string) && isInRange(value, schema) && hasMembers(value, schema)
            && matches(value, schema["pattern"].string)
            && value.elements.allSatisfy { accepts($0, schema["items"]) }
            && (schema["minItems"].int ?? 0) <= value.count
    }

    private func hasMembers(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        let properties = schema["properties"]
        let others = schema["additionalProperties"]
        return value.members.allSatisfy { member in
            let known = properties[member.key]
            if known.exists { return accepts(member.value, known) }
            return others.bool != false && (others.kind != .object || accepts(member.value, others))
        } && schema["required"].elements.allSatisfy { value[$0.string ?? ""].exists }
    }

    private func isOfType(_ value: JSONValue, _ type: String?) -> Bool {
        switch type {
        case "object": value.kind == .object
        case "array": value.kind == .array
        case "string": value.kind == .string
        case "boolean": value.kind == .bool
        case "number": value.kind == .number
        case "integer": value.int != nil
        case "null": value.isNull
        default: type == nil
        }
    }

    private func isInRange(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        guard let number = value.double else { return true }
        return (schema["minimum"].double ?? -.infinity)...(schema["maximum"].double ?? .infinity) ~= number
    }

    private func matches(_ value: JSONValue, _ pattern: String?) -> Bool {
        guard let pattern, let text = value.string else { return true }
        guard let regex = try? Regex(pattern) else { return false }
        return text.contains(regex)
    }
}
