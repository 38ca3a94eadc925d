internal import JSON

/// A tool that a client can call.
struct Tool: Sendable {
    let name: String
    /// The name for people.
    let title: String
    /// The description, from which a client decides to use the tool.
    let description: String
    let arguments: [Argument]
    /// The JSON Schema of its output.
    let output: String
    var effect = Effect.readsOnly
    /// Runs the tool. If it throws an error, the response contains the error's description.
    let run: @Sendable (ToolArguments) async throws -> ToolResult

    /// The effect of a tool, for clients that ask a person first.
    enum Effect {
        /// It only reads.
        case readsOnly
        /// It adds something and does not change existing things; repeating it has no further effect.
        case adds
    }

    /// An argument of a tool.
    struct Argument: Sendable {
        let name: String
        let form: Form
        var isRequired = false
        let help: String

        /// The form of a value.
        enum Form {
            case text
            case integer(ClosedRange<Int>)
            case flag
        }
    }
}

/// The result of a tool.
enum ToolResult: Sendable {
    /// A JSON object that its output schema describes.
    case object([UInt8])
    /// The reason for a failure, in a sentence that helps to correct the call.
    case failure(String)
}

/// The values of a call, checked against the tool's arguments.
struct ToolArguments: Sendable {
    private let values: JSONValue

    /// - Throws: ``CommandError`` with the first fault.
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
                throw CommandError.usage("\"\(argument.name)\" must be \(argument.form.words).")
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
        // JSON Schema accepts 2.0 as an integer.
        case .integer(let range): value.kind == .number && value.flexibleInt.map(range.contains) == true
        case .flag: value.bool != nil
        }
    }

    fileprivate var words: String {
        switch self {
        case .text: "a string"
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

    /// Writes the hints that a client may show before a call. The hints on destruction and repetition apply only to
    /// tools that do not just read.
    private func writeHints(to writer: inout JSONWriter) {
        writer.member("readOnlyHint", effect == .readsOnly)
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

/// A server of tools for a client of the Model Context Protocol. It reads lines and writes lines.
///
/// It does not depend on the tools that it offers.
struct ToolServer: Sendable {
    /// The name for programs.
    let name: String
    /// The name for people.
    let title: String
    let version: String
    /// The instructions for a client.
    let instructions: String
    let tools: [Tool]

    /// The supported revisions of the protocol, the latest first.
    static let revisions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    /// The only revision with batches, which are several messages on a line.
    static let revisionWithBatches = "2025-03-26"
    /// The greatest number of messages in a batch.
    static let greatestBatchCount = 100
    /// The greatest number of concurrent calls.
    static let greatestCallCount = 16

    /// One line of a client.
    struct Line: Sendable {
        let bytes: [UInt8]
        /// True if the line is complete; false if the rest was not read.
        let isWhole: Bool

        /// The greatest number of bytes of a line that are read.
        static let greatestByteCount = 1 << 20
    }

    /// Answers messages until the lines end, then finishes the calls under way.
    ///
    /// - Parameters:
    ///   - lines: The lines from the client.
    ///   - patience: The time limit for calls that are under way at the end, after which they are cancelled.
    ///   - write: Takes a line for the client, without its end. It is never called concurrently.
    func serve(
        _ lines: some AsyncSequence<Line, Never>, patience: Duration = .seconds(5),
        write: @escaping @Sendable ([UInt8]) -> Void
    ) async {
        let session = Session(server: self, write: write)
        for await line in lines { session.take(line) }
        await session.end(within: patience)
    }
}

extension ToolServer {
    /// Returns the revision for a client that requests one: the same, or else the latest supported one.
    func revision(for named: String) -> String {
        Self.revisions.contains(named) ? named : Self.revisions[0]
    }

    /// Writes the response to `initialize`.
    func writeGreeting(in revision: String, to writer: inout JSONWriter) {
        writer.member("protocolVersion", revision)
        writer.object("capabilities") { $0.object("tools") { _ in } }
        writer.object("serverInfo") { writer in
            writer.member("name", name)
            writer.member("title", title)
            writer.member("version", version)
        }
        writer.member("instructions", instructions)
    }

    /// Writes the list of the tools.
    func writeList(to writer: inout JSONWriter) {
        writer.array("tools") { writer in tools.forEach { $0.write(to: &writer) } }
    }
}
