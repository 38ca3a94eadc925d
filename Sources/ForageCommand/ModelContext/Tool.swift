internal import JSON

/// Something that a client can have done.
struct Tool: Sendable {
    let name: String
    /// The name for people.
    let title: String
    /// What it does, for those who decide whether to use it.
    let description: String
    let arguments: [Argument]
    /// The JSON Schema of what it gives.
    let output: String
    var effect = Effect.looksUp
    /// Does it. An error that it throws is answered with the error's own sentence.
    let run: @Sendable (ToolArguments) async throws -> ToolResult

    /// What a tool does to the world, for clients that ask a person first.
    enum Effect {
        /// It only looks things up.
        case looksUp
        /// It adds something, once, and changes nothing that is there.
        case adds
    }

    /// One value that a tool takes.
    struct Argument: Sendable {
        let name: String
        let form: Form
        var isRequired = false
        let help: String

        /// What a value may be.
        enum Form {
            case text
            case integer(ClosedRange<Int>)
            case flag
        }
    }
}

/// What a tool gives.
enum ToolResult: Sendable {
    /// A JSON object that its output schema describes.
    case object([UInt8])
    /// Why there is none, in a sentence that helps to do better.
    case failure(String)
}

/// The values that a tool is called with, checked against what it takes.
struct ToolArguments: Sendable {
    private let values: JSONValue

    /// - Throws: ``CommandError`` with the first thing that is wrong.
    init(_ values: JSONValue, for arguments: [Tool.Argument]) throws(CommandError) {
        let names = arguments.map(\.name)
        for member in values.members where !names.contains(member.key) {
            throw CommandError.usage(
                "\"\(member.key)\" is not an argument of this tool; choose one of: \(names.listed).")
        }
        for argument in arguments {
            let value = values[argument.name]
            if value.isMissing || value.isNull {
                guard !argument.isRequired else {
                    throw CommandError.usage("\"\(argument.name)\" is missing.")
                }
            } else if !argument.form.fits(value) {
                throw CommandError.usage("\"\(argument.name)\" is \(argument.form.words).")
            }
        }
        self.values = values
    }

    func text(_ name: String) -> String? { values[name].string }
    func integer(_ name: String) -> Int? { values[name].flexibleInt }
    func flag(_ name: String) -> Bool { values[name].bool ?? false }
}

extension [String] {
    var listed: String { joined(separator: ", ") }
}

extension Tool.Argument.Form {
    fileprivate func fits(_ value: JSONValue) -> Bool {
        switch self {
        case .text: value.string != nil
        // What JSON Schema calls an integer may be written 2.0.
        case .integer(let range): value.kind == .number && value.flexibleInt.map(range.contains) == true
        case .flag: value.bool != nil
        }
    }

    fileprivate var words: String {
        switch self {
        case .text: "a text"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        }
    }

    fileprivate var schemaName: String {
        switch self {
        case .text: "string"
        case .integer: "integer"
        case .flag: "boolean"
        }
    }
}

extension Tool {
    /// Writes the description of the tool for clients.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("title", title)
            writer.member("description", description)
            writer.object("inputSchema", writeInputSchema)
            if let schema = try? JSONDocument(Array(output.utf8), mode: .strict).root {
                writer.member("outputSchema") { $0.value(schema) }
            }
            writer.object("annotations", writeHints)
        }
    }

    private func writeInputSchema(to writer: inout JSONWriter) {
        writer.member("type", "object")
        writer.object("properties") { writer in
            for argument in arguments { writer.object(argument.name, argument.writeSchema) }
        }
        writer.array("required") { writer in
            for argument in arguments where argument.isRequired { writer.string(argument.name) }
        }
        writer.member("additionalProperties", false)
    }

    /// Writes what a client may tell a person before a tool is called. Whether it destroys and may be repeated is
    /// only asked of one that does not merely read.
    private func writeHints(to writer: inout JSONWriter) {
        writer.member("readOnlyHint", effect == .looksUp)
        writer.member("openWorldHint", true)
        guard effect == .adds else { return }
        writer.member("destructiveHint", false)
        writer.member("idempotentHint", true)
    }
}

extension Tool.Argument {
    fileprivate func writeSchema(to writer: inout JSONWriter) {
        writer.member("type", form.schemaName)
        if case .integer(let range) = form {
            writer.member("minimum", range.lowerBound)
            writer.member("maximum", range.upperBound)
        }
        writer.member("description", help)
    }
}
