internal import ForageCore
internal import Synchronization

/// What goes on behind the back of those who were answered already. One piece of work for one key at a time.
final class BackgroundWork: Sendable {
    private let tasks = Mutex<[CacheKey: Task<Void, Never>]>([:])
    private static let greatestCount = 32

    func start(for key: CacheKey, _ work: @escaping @Sendable () async -> Void) {
        tasks.withLock { tasks in
            guard tasks[key] == nil, tasks.count < Self.greatestCount else { return }
            tasks[key] = Task(name: "confirming \(key)") {
                await work()
                self.tasks.withLock { $0[key] = nil }
            }
        }
    }

    var isEmpty: Bool { tasks.withLock { $0.isEmpty } }

    /// Returns when nothing goes on any more; whoever gives up waiting ends it.
    func finish() async {
        await withTaskCancellationHandler {
            while let task = tasks.withLock({ $0.first?.value }) { await task.value }
        } onCancel: {
            tasks.withLock { tasks in tasks.values.forEach { $0.cancel() } }
        }
    }
}
