internal import JSON

/// What a tool takes: values by their names.
package struct InputSchema: Sendable {
    let values: [Value]

    package init(_ values: [Value]) { self.values = values }

    /// One value.
    package struct Value: Sendable {
        let name: String
        let form: Form
        let isRequired: Bool
        let help: String

        package init(_ name: String, _ form: Form, isRequired: Bool = false, _ help: String) {
            self.name = name
            self.form = form
            self.isRequired = isRequired
            self.help = help
        }
    }

    /// What a value may be.
    package enum Form: Sendable {
        case text
        case integer(ClosedRange<Int>)
        case flag
    }
}

extension JSONWriter {
    mutating func schema(_ schema: InputSchema) {
        object { writer in
            writer.member("type", "object")
            writer.key("properties")
            writer.object { writer in
                for value in schema.values {
                    writer.key(value.name)
                    writer.schema(value)
                }
            }
            writer.key("required")
            writer.array { writer in
                for value in schema.values where value.isRequired { writer.string(value.name) }
            }
            writer.key("additionalProperties")
            writer.bool(false)
        }
    }

    private mutating func schema(_ value: InputSchema.Value) {
        object { writer in
            switch value.form {
            case .text: writer.member("type", "string")
            case .flag: writer.member("type", "boolean")
            case .integer(let range):
                writer.member("type", "integer")
                writer.member("minimum", range.lowerBound)
                writer.member("maximum", range.upperBound)
            }
            writer.member("description", value.help)
        }
    }
}
