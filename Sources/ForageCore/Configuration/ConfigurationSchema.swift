internal import JSON

/// The JSON Schema of a configuration file, for editors that check it during typing.
package enum ConfigurationSchema {
    /// Writes the schema for the providers of a build.
    package static func json(for registrations: [Registration]) -> [UInt8] {
        let tree = SettingTree(registrations)
        return JSONWriter.objectBytes(.pretty) { writer in
            writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
            writer.member("$id", SettingTree.schema)
            writer.member("title", "Configuration of Forage")
            write(tree.root, to: &writer)
        } + [UInt8(ascii: "\n")]
    }

    private static let address = "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\s]+([/?#].*)?$"

    private static func write(_ group: SettingGroup, to writer: inout JSONWriter) {
        writer.member("type", "object")
        writer.object("properties") { writer in
            for member in group.members {
                writer.object(member.name) { writer in
                    switch member.content {
                    case .group(let inner): write(inner, to: &writer)
                    case .leaf(let leaf): write(leaf, to: &writer)
                    }
                }
            }
        }
        writer.key("additionalProperties")
        writer.bool(false)
    }

    private static func write(_ leaf: SettingLeaf, to writer: inout JSONWriter) {
        writer.member("description", leaf.help)
        switch leaf.form {
        case .schema: writer.choice([SettingTree.schema])
        case .value(let type): write(type, to: &writer)
        case .field(let field) where field.isList: writer.text("^[a-z0-9.-]+( *, *[a-z0-9.-]+)*$")
        case .field(let field): writer.choice(field.choices)
        case .folder: write(.file, to: &writer)
        case .contact: writer.text("\(address)|\(String.mailAddressPattern)")
        case .database: writer.text(String.databasePattern)
        case .origins: writer.list(of: "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\s]+/?$")
        case .variables: writer.list(of: "^[A-Za-z_][A-Za-z0-9_]*$")
        case .providers(let names): writer.list(of: names, usually: leaf.usualNames)
        case .definitions: writer.list(of: "^[^\\u0000-\\u001F]+$")
        case .key: writer.text("^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$")
        case .secret: writer.member("type", "string")
        }
        if let value = leaf.defaultValue {
            writer.key("default")
            writer.value(value)
        }
    }

    private static func write(_ type: SettingType, to writer: inout JSONWriter) {
        switch type {
        case .text: writer.text("^[^\\u0000-\\u001F\\u007F-\\u009F]*$")
        case .flag: writer.member("type", "boolean")
        case .integer(let range): writer.range("integer", "\(range.lowerBound)", "\(range.upperBound)")
        case .number(let range): writer.range("number", range.lowerBound.shortest, range.upperBound.shortest)
        case .choice(let names): writer.choice(names)
        case .url: writer.text(address)
        case .file:
            writer.text(
                "^[^\\u0000-\\u001F\\u007F-\\u009F]*[^\\u0000-\\u0020\\u007F-\\u009F][^\\u0000-\\u001F\\u007F-\\u009F]*$"
            )
        }
    }
}

extension JSONWriter {
    fileprivate mutating func text(_ pattern: String) {
        member("type", "string")
        member("pattern", pattern)
    }

    fileprivate mutating func choice(_ names: [String]) {
        array("enum") { writer in names.forEach { writer.string($0) } }
    }

    fileprivate mutating func range(_ type: String, _ least: String, _ most: String) {
        member("type", type)
        key("minimum")
        number(asWritten: least)
        key("maximum")
        number(asWritten: most)
    }

    fileprivate mutating func list(of names: [String], usually usualNames: [String]) {
        member("type", "array")
        object("items") { $0.choice(names) }
        array("default") { writer in usualNames.forEach { writer.string($0) } }
    }

    fileprivate mutating func list(of pattern: String) {
        member("type", "array")
        object("items") { $0.text(pattern) }
    }
}
