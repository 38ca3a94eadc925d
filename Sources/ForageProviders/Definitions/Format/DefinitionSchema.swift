internal import JSON

/// The JSON Schema of a definition, for editors that check a file while it is written.
package enum DefinitionSchema {
    /// Returns the text of the schema.
    package static func json() -> [UInt8] {
        JSONWriter.bytes(.pretty) { writer in
            writer.object { writer in
                writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
                writer.member("$id", DefinitionFormat.mark)
                writer.member("title", "Definition of a provider of Forage")
                writer.form(
                    .either([.object(DefinitionFormat.root), .object(DefinitionFormat.rootWithProgram)]))
                writer.member("$defs") { writer in
                    writer.object { writer in
                        for (name, form) in DefinitionFormat.named.sorted(by: { $0.key < $1.key }) {
                            writer.schema(name, of: form)
                        }
                    }
                }
            }
        } + [UInt8(ascii: "\n")]
    }
}

extension JSONWriter {
    /// Writes a member whose value is the schema of a form.
    fileprivate mutating func schema(_ name: String, of form: Form) {
        member(name) { writer in writer.object { $0.form(form) } }
    }

    /// Writes the members of a schema that describe a form.
    fileprivate mutating func form(_ form: Form) {
        switch form {
        case .text(let text):
            member("type", "string")
            member("pattern", text.pattern)
        case .flag: member("type", "boolean")
        case .number(let range): limits("number", "\(range.lowerBound)", "\(range.upperBound)")
        case .integer(let range): limits("integer", "\(range.lowerBound)", "\(range.upperBound)")
        case .choice(let names): member("enum", all: names) { $0.string($1) }
        case .object(let object): self.object(object)
        case .map(let inner):
            member("type", "object")
            schema("additionalProperties", of: inner)
        case .list(let inner, let least, let most):
            member("type", "array")
            schema("items", of: inner)
            member("minItems", least > 0 ? least : nil)
            member("maxItems", most)
        case .either(let forms): alternatives(forms)
        case .named(let name): member("$ref", "#/$defs/\(name)")
        case .anything: break
        }
    }

    private mutating func object(_ object: ObjectForm) {
        member("type", "object")
        member("properties") { writer in
            writer.object { writer in
                for member in object.members { writer.property(member) }
            }
        }
        member("required", list: object.members.filter(\.isRequired)) { $0.string($1.name) }
        member("additionalProperties", false)
    }

    /// Writes a property. An optional property may also be null.
    private mutating func property(_ member: ObjectForm.Member) {
        self.member(member.name) { writer in
            writer.object { writer in
                writer.member("description", member.help)
                if member.isRequired {
                    writer.form(member.form)
                } else {
                    writer.alternatives([member.form, nil])
                }
            }
        }
    }

    /// - Parameter forms: The permitted forms; nil for null.
    private mutating func alternatives(_ forms: [Form?]) {
        member("anyOf", all: forms) { writer, form in
            writer.object { writer in
                if let form { writer.form(form) } else { writer.member("type", "null") }
            }
        }
    }

    private mutating func limits(_ type: String, _ least: String, _ most: String) {
        member("type", type)
        member("minimum") { $0.number(asWritten: least) }
        member("maximum") { $0.number(asWritten: most) }
    }
}
