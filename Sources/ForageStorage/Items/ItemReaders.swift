internal import Database
internal import Synchronization

/// The reading connections, one for each simultaneous reader.
final class ItemReaders: Sendable {
    private let settings: ItemSettings
    private let idle = Mutex<[ReaderSlot]>([])

    init(_ settings: ItemSettings) { self.settings = settings }

    /// Runs a read; nil if there is no file.
    func read<Result: Sendable>(
        _ work: (inout ItemReader) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result? {
        let slot = idle.withLock { $0.popLast() } ?? ReaderSlot()
        let result = try slot.read(settings, work)
        idle.withLock { if $0.count < Self.mostIdle { $0.append(slot) } }
        return result
    }

    private static let mostIdle = 4

    /// A slot for one reader, which an error empties.
    private final class ReaderSlot: Sendable {
        private let reader = Mutex<ItemReader?>(nil)

        func read<Result: Sendable>(
            _ settings: ItemSettings, _ work: (inout ItemReader) throws(DatabaseError) -> Result
        ) throws(DatabaseError) -> Result? {
            try reader.withLock { (reader) throws(DatabaseError) in
                guard var open = try Self.opened(&reader, settings) else { return nil }
                let result = try work(&open)
                reader = consume open
                return result
            }
        }

        /// Returns the open reader, or a new one if another file has replaced its file.
        private static func opened(
            _ reader: inout ItemReader?, _ settings: ItemSettings
        ) throws(DatabaseError) -> ItemReader? {
            if let open = reader.take(), open.identity == settings.file.identity { return open }
            return try ItemReader(settings)
        }
    }
}

/// The searches in progress.
///
/// A search asks for one provider after the other, and the lookup of its words is the same for all, so one pass over
/// the index serves all simultaneous requests for the same words.
final class ItemPasses<Result: Sendable>: Sendable {
    private let tasks = Mutex<[ItemPass: Task<Result, Never>]>([:])

    /// Returns the result of a pass, or of an identical one in progress.
    func result(
        of pass: ItemPass, _ search: @escaping @Sendable (ItemPass) async -> Result
    ) async -> Result {
        let task = tasks.withLock { tasks in
            if let task = tasks[pass] { return task }
            let task = Task(name: "searching items") {
                let result = await search(pass)
                self.tasks.withLock { $0[pass] = nil }
                return result
            }
            tasks[pass] = task
            return task
        }
        return await task.value
    }
}

/// A search for the best items of each provider.
struct ItemPass: Hashable, Sendable {
    let match: ItemMatch
    /// The maximum number of items of each provider.
    let limit: Int

    /// The numbers of each provider's best items, by the provider's number.
    typealias Result = [Int: [Int]]
}
