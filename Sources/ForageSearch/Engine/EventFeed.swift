internal import Synchronization

/// The elements that concurrent work sends to its reader.
///
/// The work starts at once. It is cancelled when the reader's task is cancelled, and when the last reference to the
/// feed is released. A cancelled reader still receives all remaining elements, so that it learns all outcomes; the work
/// must therefore end quickly when cancelled.
struct EventFeed<Element: Sendable>: AsyncSequence, Sendable {
    private let run: Run

    init(_ work: @escaping @Sendable (EventQueue<Element>) async -> Void) {
        let queue = EventQueue<Element>()
        let task = Task {
            await work(queue)
            queue.finish()
        }
        run = Run(queue: queue, task: task)
    }

    func makeAsyncIterator() -> Iterator { Iterator(run: run) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let run: Run

        func next() async -> Element? { await next(isolation: #isolation) }

        func next(isolation actor: isolated (any Actor)?) async -> Element? {
            let task = run.task
            return await withTaskCancellationHandler {
                await run.queue.next()
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// Cancels the work when the last reference is released.
    fileprivate final class Run: Sendable {
        let queue: EventQueue<Element>
        let task: Task<Void, Never>

        init(queue: EventQueue<Element>, task: Task<Void, Never>) {
            self.queue = queue
            self.task = task
        }

        deinit { task.cancel() }
    }
}

/// A queue that passes elements from one task to another, in order.
final class EventQueue<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var readers: [CheckedContinuation<Element?, Never>] = []
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Sends an element; elements after the end are dropped.
    func send(_ element: Element) {
        let reader = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            guard !state.isFinished else { return nil }
            guard state.readers.isEmpty else { return state.readers.removeFirst() }
            state.elements.append(element)
            return nil
        }
        reader?.resume(returning: element)
    }

    /// Ends the queue and notifies the readers.
    func finish() {
        let readers = state.withLock { state in
            state.isFinished = true
            defer { state.readers = [] }
            return state.readers
        }
        for reader in readers { reader.resume(returning: nil) }
    }

    /// Returns the next element; nil at the end.
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
