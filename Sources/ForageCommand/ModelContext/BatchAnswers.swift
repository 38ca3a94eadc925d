internal import Synchronization

/// The answers to a batch, which go together when the last is there.
final class BatchAnswers: Sendable {
    private let state: Mutex<State>
    private let write: @Sendable ([UInt8]) -> Void

    private struct State {
        var openCount: Int
        var answers: [[UInt8]] = []
    }

    /// - Parameters:
    ///   - count: How many messages the batch has.
    ///   - write: Takes the line with the answers.
    init(to count: Int, write: @escaping @Sendable ([UInt8]) -> Void) {
        state = Mutex(State(openCount: count))
        self.write = write
    }

    /// Takes what one of the messages comes to; nil for one that is not answered.
    func take(_ answer: [UInt8]?) {
        let line: [UInt8]? = state.withLock { state in
            state.openCount -= 1
            if let answer { state.answers.append(answer) }
            // What needs no answer at all has none, not an empty one.
            guard state.openCount == 0, !state.answers.isEmpty else { return nil }
            return Array("[".utf8) + state.answers.joined(separator: ",".utf8) + Array("]".utf8)
        }
        if let line { write(line) }
    }
}
