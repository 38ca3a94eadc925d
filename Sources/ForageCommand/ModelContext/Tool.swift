internal import JSON

/// Something that a client can have done.
package struct Tool: Sendable {
    let name: String
    let title: String
    let description: String
    let input: InputSchema
    let output: String
    let effect: Effect
    let run: @Sendable (ToolArguments) async throws -> ToolResult

    /// What it does to the world, for clients that ask a person first.
    package enum Effect: Sendable {
        /// It only looks things up.
        case looksUp
        /// It adds something, once, and changes nothing that is there.
        case adds
    }

    /// Describes a tool.
    ///
    /// - Parameters:
    ///   - name: Its name, for programs.
    ///   - title: Its name, for people.
    ///   - description: What it does, for whoever decides whether to use it.
    ///   - input: What it takes.
    ///   - output: The JSON Schema of what it gives.
    ///   - effect: What it does to the world.
    ///   - run: Does it. What it throws is told in the error's own sentence.
    package init(
        _ name: String, title: String, description: String, input: InputSchema, output: String,
        effect: Effect = .looksUp,
        run: @escaping @Sendable (ToolArguments) async throws -> ToolResult
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.input = input
        self.output = output
        self.effect = effect
        self.run = run
    }
}

/// What a tool gives.
package enum ToolResult: Sendable {
    /// A JSON object that its output schema describes.
    case object([UInt8])
    /// Why there is none, in a sentence that helps to do better.
    case failure(String)
}

/// What a tool is called with, checked against what it takes.
package struct ToolArguments: Sendable {
    private var texts: [String: String] = [:]
    private var integers: [String: Int] = [:]
    private var flags: [String: Bool] = [:]

    /// - Throws: ``CommandError`` with the first thing that is wrong.
    init(_ value: JSONValue, for schema: InputSchema) throws(CommandError) {
        let names = schema.values.map(\.name)
        for member in value.members where !names.contains(member.key) {
            throw CommandError.usage(
                "\"\(member.key)\" is not an argument of this tool; choose one of: \(names.listed).")
        }
        for expected in schema.values {
            let given = value[expected.name]
            if given.isMissing || given.isNull {
                guard !expected.isRequired else {
                    throw CommandError.usage("\"\(expected.name)\" is missing.")
                }
                continue
            }
            try take(given, as: expected)
        }
    }

    private mutating func take(_ value: JSONValue, as expected: InputSchema.Value) throws(CommandError) {
        let name = expected.name
        switch expected.form {
        case .text:
            guard let text = value.string else { throw CommandError.usage("\"\(name)\" is a text.") }
            texts[name] = text
        case .integer(let range):
            // What JSON Schema calls an integer may be written 2.0.
            guard value.kind == .number, let number = value.flexibleInt, range.contains(number) else {
                throw CommandError.usage(
                    "\"\(name)\" is a whole number from \(range.lowerBound) to \(range.upperBound).")
            }
            integers[name] = number
        case .flag:
            guard let flag = value.bool else { throw CommandError.usage("\"\(name)\" is true or false.") }
            flags[name] = flag
        }
    }

    package func text(_ name: String) -> String? { texts[name] }
    package func integer(_ name: String) -> Int? { integers[name] }
    package func flag(_ name: String) -> Bool { flags[name] ?? false }
}

extension [String] {
    var listed: String { joined(separator: ", ") }
}

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
