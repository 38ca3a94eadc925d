internal import Forage
internal import ForageCore

extension Command {
    static let mcp = Command(
        "mcp", "Let an assistant search, over the Model Context Protocol",
        options: [
            GetArguments.folderOption, SearchArguments.definitionOption, SearchArguments.noMeasureOption,
        ] + CacheArguments.options,
        discussion: """
            For programs that start it: reads messages from standard input and writes answers to standard
            output, a line of JSON each (JSON-RPC 2.0), until its input ends. The tools are search, show, credit
            and get; tools/list says what each takes and gives. Files that get saves go to the folder that
            you name with --to and to no other, each with its credit. Your keys stay here.
            """,
        examples: ["forage mcp --to ~/Pictures/forage", "forage --sandbox mcp"]
    ) { invocation in
        try invocation.arguments.refuseWords("an assistant says what it wants on standard input.")
        let folder = GetArguments.folder(invocation.arguments)
        let configuration = try invocation.configuration()
        let lines = ClientLines(reader: try LineReader("-", upTo: ToolServer.Line.greatestByteCount))
        let pipes = invocation.pipes
        return try await invocation.withForage(
            configuration, seal: invocation.cursorSeal, inMemory: true
        ) { forage in
            let server = ToolServer(
                name: "forage", title: "Forage", version: Version.current,
                instructions: """
                    Searches many sources of pictures and episodes at once. Wherever a result is used its attribution \
                    must stand beside it; a result without a licence may not be used further. get saves files where the \
                    person wants them.
                    """,
                tools: AgentTools(forage, filesTo: folder).all)
            await invocation.interruption.cancelling {
                // If the client stops reading, its requests are still served until its input ends.
                await server.serve(lines) { _ = pipes.offer($0 + [UInt8(ascii: "\n")]) }
            }
            return .success
        }
    }
}

/// The lines that a client writes to standard input, as they arrive.
private struct ClientLines: AsyncSequence, AsyncIteratorProtocol {
    var reader: LineReader

    func makeAsyncIterator() -> ClientLines { self }

    mutating func next() async -> ToolServer.Line? { await next(isolation: #isolation) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> ToolServer.Line? {
        guard let line = await reader.next() else { return nil }
        let isWhole = line.byteCount <= ToolServer.Line.greatestByteCount
        return ToolServer.Line(bytes: Array(line.text.utf8), isWhole: isWhole)
    }
}
