internal import Database
internal import Synchronization

/// The connections that read, as many as there are readers at once.
final class ItemReaders: Sendable {
    private let settings: ItemSettings
    private let idle = Mutex<[ReaderSlot]>([])

    init(_ settings: ItemSettings) { self.settings = settings }

    /// Reads something; nil when there is no file to read.
    func read<Result: Sendable>(
        _ work: (inout ItemReader) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result? {
        let slot = idle.withLock { $0.popLast() } ?? ReaderSlot()
        let result = try slot.read(settings, work)
        idle.withLock { if $0.count < Self.mostIdle { $0.append(slot) } }
        return result
    }

    private static let mostIdle = 4

    /// A place for one reader; a fault empties it.
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

        /// The reader that is open, unless another file has taken the place of its own.
        private static func opened(
            _ reader: inout ItemReader?, _ settings: ItemSettings
        ) throws(DatabaseError) -> ItemReader? {
            if let open = reader.take(), open.identity == settings.file.identity { return open }
            return try ItemReader(settings)
        }
    }
}

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
