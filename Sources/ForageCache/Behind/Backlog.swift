internal import Synchronization

/// Work that is done behind the back of those who handed it over, one piece after the other, in their order.
///
/// It begins a moment later, because what they were held up for is to be done first. Who waits for it ends that.
final class Backlog<Key: Hashable & Sendable>: Sendable {
    private let state = Mutex(State())
    private let room: Int

    private struct State {
        /// The oldest first.
        var pieces: [Piece] = []
        var usedRoom = 0
        /// In which nothing is done yet.
        var moment: Task<Void, Never>?
        var count = 0
    }

    private struct Piece {
        let number: Int
        let key: Key
        let size: Int
        let task: Task<Void, Never>
    }

    /// - Parameter room: How large what waits may be, all of it together.
    init(room: Int) { self.room = room }

    /// Hands work over; who comes while there is no room waits for it.
    ///
    /// - Parameters:
    ///   - key: What the work concerns.
    ///   - size: How much room it takes until it is done. What is larger than all the room has it alone.
    ///   - work: What is to be done.
    func add(for key: Key, size: Int, _ work: @escaping @Sendable () async -> Void) async {
        while let oldest = put(key, size, work) { await oldest.value }
    }

    /// Returns when everything is done that was handed over for a key before.
    func finish(_ key: Key) async {
        await urgentTask { $0.last { $0.key == key } }?.value
    }

    /// Returns when everything is done.
    func finish() async {
        while let last = urgentTask({ $0.last }) { await last.value }
    }

    /// The task of a piece, which somebody waits for.
    private func urgentTask(_ piece: ([Piece]) -> Piece?) -> Task<Void, Never>? {
        state.withLock { state in
            guard let piece = piece(state.pieces) else { return nil }
            state.moment?.cancel()
            return piece.task
        }
    }

    /// Takes work over, unless there is no room until something else is done.
    private func put(
        _ key: Key, _ size: Int, _ work: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never>? {
        state.withLock { state in
            if let oldest = state.pieces.first, state.usedRoom + size > room {
                state.moment?.cancel()
                return oldest.task
            }
            if state.pieces.isEmpty { state.moment = Task { try? await Task.sleep(for: Self.moment) } }
            let (number, previous) = (state.count, state.pieces.last?.task ?? state.moment)
            // Those who wait for an answer go first; who waits for this one makes it as urgent as they are.
            let task = Task(name: "working off a backlog", priority: .utility) {
                await previous?.value
                await work()
                self.remove(number)
            }
            state.count += 1
            state.usedRoom += size
            state.pieces.append(Piece(number: number, key: key, size: size, task: task))
            return nil
        }
    }

    private static var moment: Duration { .milliseconds(10) }

    private func remove(_ number: Int) {
        state.withLock { state in
            guard let place = state.pieces.firstIndex(where: { $0.number == number }) else { return }
            state.usedRoom -= state.pieces.remove(at: place).size
        }
    }
}
