internal import Synchronization

/// Searches that are under way.
///
/// A search asks for one provider after the other, and the work of looking the words up is the same for all: so
/// one pass over the index serves everyone who asks the same meanwhile.
final class ItemPasses: Sendable {
    /// The numbers of the best items of each provider, by the provider's number.
    typealias Result = [Int: [Int]]

    private let tasks = Mutex<[Pass: Task<Result, Never>]>([:])

    struct Pass: Hashable, Sendable {
        let match: ItemMatch
        /// How many items of each provider are wanted.
        let limit: Int
    }

    /// What a pass finds, be it this one or the same that is under way.
    func result(of pass: Pass, _ search: @escaping @Sendable (Pass) -> Result) async -> Result {
        let task = tasks.withLock { tasks in
            if let task = tasks[pass] { return task }
            let task = Task(name: "searching items") {
                let result = search(pass)
                self.tasks.withLock { $0[pass] = nil }
                return result
            }
            tasks[pass] = task
            return task
        }
        return await task.value
    }
}
