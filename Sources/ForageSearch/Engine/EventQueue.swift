internal import Synchronization

/// Hands elements from one task to another, in order.
final class EventQueue<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var readers: [CheckedContinuation<Element?, Never>] = []
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Hands over an element; what comes after the end is dropped.
    func send(_ element: Element) {
        let reader = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            guard !state.isFinished else { return nil }
            guard state.readers.isEmpty else { return state.readers.removeFirst() }
            state.elements.append(element)
            return nil
        }
        reader?.resume(returning: element)
    }

    /// Lets the readers know that nothing more comes.
    func finish() {
        let readers = state.withLock { state in
            state.isFinished = true
            defer { state.readers = [] }
            return state.readers
        }
        for reader in readers { reader.resume(returning: nil) }
    }

    /// The next element; nil at the end.
    func next() async -> Element? {
        await withCheckedContinuation { reader in
            let ready = state.withLock { state -> Element?? in
                if !state.elements.isEmpty { return state.elements.removeFirst() }
                if state.isFinished { return .some(nil) }
                state.readers.append(reader)
                return nil
            }
            if let ready { reader.resume(returning: ready) }
        }
    }
}
