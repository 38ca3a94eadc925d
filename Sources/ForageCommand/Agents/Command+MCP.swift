internal import Forage
internal import ForageCore

extension Command {
    static let mcp = Command(
        "mcp", "Let an assistant search over the Model Context Protocol",
        options: [
            GetArguments.folderOption, SearchArguments.definitionOption, SearchArguments.noMeasureOption,
        ] + CacheArguments.options,
        discussion: """
            An assistant's program starts this command, which reads messages from standard input and writes
            answers to standard output, one line of JSON each (JSON-RPC 2.0), until its input ends. The tools
            are search, show, credit and get; tools/list describes their arguments and results. The get tool
            saves files, each with its credit, only in the folder that you name with --to. Your keys stay on
            this machine.
            """,
        examples: ["forage mcp --to ~/Pictures/forage", "forage --sandbox mcp"]
    ) { invocation in
        try invocation.arguments.refuseWords("forage mcp reads requests from standard input.")
        // An assistant gets no other folder than the one of the command line.
        let folder = invocation.arguments.value("to") ?? "."
        let configuration = try invocation.configuration()
        let lines = ClientLines(reader: try LineReader("-", upTo: ToolServer.Line.greatestByteCount))
        let pipes = invocation.pipes
        return try await invocation.withForage(
            configuration, seal: try invocation.cursorSeal(configuration), inMemory: true
        ) { forage in
            let server = ToolServer(
                name: "forage", title: "Forage", version: Version.current,
                instructions: """
                    Searches many sources of pictures and episodes at once. Show a result's attribution wherever \
                    you use the result. Do not reuse a result without a licence. get saves files in the folder \
                    that the user chose.
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
