internal import JSON

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
