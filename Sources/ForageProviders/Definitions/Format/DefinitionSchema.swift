internal import JSON

/// The JSON Schema of a definition, for editors that check while one types.
package enum DefinitionSchema {
    /// Writes the schema.
    package static func json() -> [UInt8] {
        JSONWriter.bytes(.pretty) { writer in
            writer.object { writer in
                writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
                writer.member("$id", DefinitionFormat.mark)
                writer.member("title", "Definition of a provider of Forage")
                writer.form(
                    .either([.object(DefinitionFormat.root), .object(DefinitionFormat.rootWithProgram)]))
                writer.key("$defs")
                writer.object { writer in
                    for (name, form) in DefinitionFormat.named.sorted(by: { $0.key < $1.key }) {
                        writer.key(name)
                        writer.object { $0.form(form) }
                    }
                }
            }
        } + [UInt8(ascii: "\n")]
    }
}

extension JSONWriter {
    /// Writes the members of a schema that describe a form.
    fileprivate mutating func form(_ form: Form) {
        switch form {
        case .text(let text):
            member("type", "string")
            if let pattern = text.pattern { member("pattern", pattern) }
        case .flag: member("type", "boolean")
        case .number(let range): limits("number", "\(range.lowerBound)", "\(range.upperBound)")
        case .integer(let range): limits("integer", "\(range.lowerBound)", "\(range.upperBound)")
        case .choice(let names):
            member("enum", all: names) { $0.string($1) }
        case .object(let object): self.object(object)
        case .map(let inner):
            member("type", "object")
            key("additionalProperties")
            object { $0.form(inner) }
        case .list(let inner, let least, let most):
            member("type", "array")
            key("items")
            object { $0.form(inner) }
            if least > 0 {
                member("minItems", least)
            }
            if let most {
                member("maxItems", most)
            }
        case .either(let forms): alternatives(forms)
        case .named(let name): member("$ref", "#/$defs/\(name)")
        case .anything: break
        }
    }

    private mutating func object(_ object: ObjectForm) {
        member("type", "object")
        key("properties")
        self.object { writer in
            for member in object.members {
                writer.key(member.name)
                writer.object { writer in
                    writer.member("description", member.help)
                    if member.isRequired {
                        writer.form(member.form)
                    } else {
                        writer.optional(member.form)
                    }
                }
            }
        }
        let required = object.members.filter(\.isRequired).map(\.name)
        if !required.isEmpty {
            member("required", all: required) { $0.string($1) }
        }
        member("additionalProperties", false)
    }

    /// What may be left out may also be null.
    private mutating func optional(_ form: Form) {
        key("anyOf")
        array { writer in
            writer.object { $0.form(form) }
            writer.object { $0.member("type", "null") }
        }
    }

    private mutating func alternatives(_ forms: [Form]) {
        key("anyOf")
        array { writer in forms.forEach { form in writer.object { $0.form(form) } } }
    }

    private mutating func limits(_ type: String, _ least: String, _ most: String) {
        member("type", type)
        key("minimum")
        number(asWritten: least)
        key("maximum")
        number(asWritten: most)
    }
}
