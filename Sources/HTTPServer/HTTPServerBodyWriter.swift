/// Where a streamed body is written.
package struct HTTPServerBodyWriter: Sendable {
    private let channel: BodyChannel

    init(channel: BodyChannel) {
        self.channel = channel
    }

    /// Sends the bytes and returns once they are on their way, so a slow client slows the writer.
    ///
    /// Throws `CancellationError` when nobody will read them.
    package func write(_ bytes: [UInt8]) async throws {
        try await channel.write(bytes)
    }

    package func write(_ text: String) async throws {
        try await write(Array(text.utf8))
    }
}
