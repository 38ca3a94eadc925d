internal import Platform
internal import Synchronization

/// A queue of found items that are stored in the background.
final class ItemQueue: Sendable {
    private let write: @Sendable (ItemBatch) async -> Void
    private let state = Mutex(State())

    private struct State {
        var batches: [ItemBatch] = []
        var task: Task<Void, Never>?
    }

    /// - Parameter write: Stores a batch.
    init(_ write: @escaping @Sendable (ItemBatch) async -> Void) { self.write = write }

    /// Accepts items, which are stored shortly afterwards.
    func add(_ batch: ItemBatch) {
        state.withLock { state in
            // If the store is too slow, drop the batch: its items will be found again.
            guard state.batches.count < Self.mostBatches else { return }
            state.batches.append(batch)
            guard state.task == nil else { return }
            state.task = Task(name: "keeping items", priority: .utility) {
                // Let the search show its items first, unless `finish()` waits for this task.
                try? await Task.sleep(for: Self.moment)
                await self.writeAll()
            }
        }
    }

    /// Waits until all accepted items have been stored.
    func finish() async {
        while let task = state.withLock({ $0.task }) {
            task.cancel()
            await task.value
        }
    }

    @concurrent
    private func writeAll() async {
        while let batch = next() { await write(batch) }
    }

    private func next() -> ItemBatch? {
        state.withLock { state in
            guard state.batches.isEmpty else { return state.batches.removeFirst() }
            state.task = nil
            return nil
        }
    }

    private static let mostBatches = 256
    private static let moment = Duration.milliseconds(10)
}
