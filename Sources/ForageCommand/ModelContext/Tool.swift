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
