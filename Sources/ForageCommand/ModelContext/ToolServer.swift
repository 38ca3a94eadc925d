internal import JSON

/// Offers tools to a client of the Model Context Protocol, over lines that come and lines that go.
///
/// It knows what a tool is, and nothing of what any of them does.
package struct ToolServer: Sendable {
    let name: String
    let title: String
    let version: String
    let instructions: String
    let tools: [Tool]

    /// The revisions of the protocol that are spoken, the latest first.
    static let revisions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    /// The one that has batches, several messages on a line; the next took them away again.
    static let revisionWithBatches = "2025-03-26"
    /// How many messages a batch may have.
    static let greatestBatchCount = 100
    /// How many calls may be under way at once.
    static let greatestCallCount = 16

    /// - Parameters:
    ///   - name: What it is called, for programs.
    ///   - title: What it is called, for people.
    ///   - version: Its version.
    ///   - instructions: What a client is told about using it.
    ///   - tools: What it offers.
    package init(name: String, title: String, version: String, instructions: String, tools: [Tool]) {
        self.name = name
        self.title = title
        self.version = version
        self.instructions = instructions
        self.tools = tools
    }

    /// Answers until the lines end, and what was asked by then.
    ///
    /// - Parameters:
    ///   - lines: What the client writes.
    ///   - patience: How long calls may still take that are under way at the end; then they are cancelled.
    ///   - write: Takes a line for the client, without its end; never two at once.
    package func serve(
        _ lines: some AsyncSequence<Line, Never>, patience: Duration = .seconds(5),
        write: @escaping @Sendable ([UInt8]) -> Void
    ) async {
        let session = Session(server: self, write: write)
        for await line in lines { session.take(line) }
        await session.end(within: patience)
    }
}

// MARK: - What it says of itself

extension ToolServer {
    /// What is spoken with a client that names a revision: that one, or the latest that is spoken here.
    func revision(for named: String) -> String {
        Self.revisions.contains(named) ? named : Self.revisions[0]
    }

    /// The answer to a client that says hello.
    func greeting(in revision: String) -> (inout JSONWriter) -> Void {
        { writer in
            writer.object { writer in
                writer.member("protocolVersion", revision)
                writer.key("capabilities")
                writer.object { writer in
                    writer.key("tools")
                    writer.object { _ in }
                }
                writer.key("serverInfo")
                writer.object { writer in
                    writer.member("name", name)
                    writer.member("title", title)
                    writer.member("version", version)
                }
                writer.member("instructions", instructions)
            }
        }
    }

    /// The list of its tools.
    func list(_ writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("tools")
            writer.array { writer in tools.forEach { $0.write(to: &writer) } }
        }
    }
}

extension Tool {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", name)
            writer.member("title", title)
            writer.member("description", description)
            writer.key("inputSchema")
            writer.schema(input)
            if let schema = try? JSONDocument(Array(output.utf8), mode: .strict).root {
                writer.key("outputSchema")
                writer.value(schema)
            }
            writer.key("annotations")
            writer.hints(effect)
        }
    }
}

extension JSONWriter {
    /// What a client may tell a person before a tool is called. Whether it destroys and may be repeated is only asked of
    /// one that does not merely read.
    fileprivate mutating func hints(_ effect: Tool.Effect) {
        var hints = [("readOnlyHint", effect == .looksUp), ("openWorldHint", true)]
        if effect == .adds { hints += [("destructiveHint", false), ("idempotentHint", true)] }
        object { writer in
            for (name, holds) in hints {
                writer.key(name)
                writer.bool(holds)
            }
        }
    }
}
