internal import JSON

/// Offers tools to a client of the Model Context Protocol, over lines that come and lines that go.
///
/// It knows what a tool is, and nothing of what any of them does.
struct ToolServer: Sendable {
    /// The name for programs.
    let name: String
    /// The name for people.
    let title: String
    let version: String
    /// What a client should know to use it.
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

    /// One line of a client.
    struct Line: Sendable {
        let bytes: [UInt8]
        /// Whether that is all of it, or as much as is read.
        let isWhole: Bool

        /// The most bytes of a line that are read.
        static let greatestByteCount = 1 << 20
    }

    /// Answers until the lines end, and what was asked by then.
    ///
    /// - Parameters:
    ///   - lines: What the client writes.
    ///   - patience: How long calls may still take that are under way at the end; then they are cancelled.
    ///   - write: Takes a line for the client, without its end; never two at once.
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
    /// Returns the revision to speak with a client that names one: that, or the latest that is spoken here.
    func revision(for named: String) -> String {
        Self.revisions.contains(named) ? named : Self.revisions[0]
    }

    /// Writes the answer to a client that says hello.
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
