internal import Synchronization

/// A channel for a streamed body, from its writer's task to the thread that sends it, one piece at a time.
///
/// Either side sleeps while it waits for the other.
final class BodyChannel: Sendable {
    enum Ending {
        case complete
        case cut
    }

    enum Portion: Equatable {
        case bytes(Int)
        case later
        case complete
        case cut
    }

    private struct State {
        var piece: ArraySlice<UInt8> = []
        var ending: Ending?
        var writer: CheckedContinuation<Void, any Error>?
    }

    private let state = Mutex(State())
    private let connection: Connection

    init(connection: Connection) {
        self.connection = connection
    }

    /// Writes a piece and waits until it was taken.
    ///
    /// There must be only one writer at a time.
    func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                offer(bytes[...], from: continuation)
            }
        } onCancel: {
            end(.cut)
        }
    }

    private func offer(_ bytes: ArraySlice<UInt8>, from writer: CheckedContinuation<Void, any Error>) {
        let isRefused = state.withLock { state in
            if state.ending != nil || state.writer != nil { return true }
            state.piece = bytes
            state.writer = writer
            connection.wake()
            return false
        }
        if isRefused { writer.resume(throwing: CancellationError()) }
    }

    /// Ends the body. Only the first ending counts.
    ///
    /// The ending `cut` also drops bytes that were not sent yet.
    func end(_ ending: Ending) {
        let writer = state.withLock { state in
            if state.ending == nil { state.ending = ending }
            connection.wake()
            return state.writer.take()
        }
        writer?.resume(throwing: CancellationError())
    }

    /// Takes as many bytes of the current piece as fit; puts the connection to sleep if there are none.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Portion {
        var satisfied: CheckedContinuation<Void, any Error>?
        let portion = state.withLock { state in
            let portion = take(into: buffer, from: &state)
            if state.piece.isEmpty { satisfied = state.writer.take() }
            return portion
        }
        satisfied?.resume()
        return portion
    }

    private func take(into buffer: UnsafeMutableRawBufferPointer, from state: inout State) -> Portion {
        if state.ending == .cut { return .cut }
        let count = min(buffer.count, state.piece.count)
        if count > 0 {
            buffer.copyBytes(from: state.piece.prefix(count))
            state.piece = state.piece.dropFirst(count)
            return .bytes(count)
        }
        if state.ending == .complete { return .complete }
        connection.sleep()
        return .later
    }
}

/// The writer of a streamed body.
package struct HTTPServerBodyWriter: Sendable {
    private let channel: BodyChannel

    init(channel: BodyChannel) {
        self.channel = channel
    }

    /// Sends the bytes and returns once they are on their way, so that a slow client slows the writer.
    ///
    /// Throws `CancellationError` if the client can no longer receive them.
    package func write(_ bytes: [UInt8]) async throws {
        try await channel.write(bytes)
    }

    package func write(_ text: String) async throws {
        try await write(Array(text.utf8))
    }
}
