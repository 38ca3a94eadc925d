/// Something that a client can have done.
package struct Tool: Sendable {
    let name: String
    let title: String
    let description: String
    let input: InputSchema
    let output: String
    let run: @Sendable (ToolArguments) async throws -> ToolResult

    /// Describes a tool that only looks things up.
    ///
    /// - Parameters:
    ///   - name: Its name, for programs.
    ///   - title: Its name, for people.
    ///   - description: What it does, for whoever decides whether to use it.
    ///   - input: What it takes.
    ///   - output: The JSON Schema of what it gives.
    ///   - run: Does it. What it throws is told in the error's own sentence.
    package init(
        _ name: String, title: String, description: String, input: InputSchema, output: String,
        run: @escaping @Sendable (ToolArguments) async throws -> ToolResult
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.input = input
        self.output = output
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
