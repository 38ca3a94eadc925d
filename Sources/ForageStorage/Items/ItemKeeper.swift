internal import Database
internal import ForageCore
internal import Platform
internal import Synchronization

/// Writes what is to be kept, one batch after the other, and away from whoever found it.
final class ItemKeeper: Sendable {
    private let settings: ItemSettings
    private let troubles: Troubles
    private let queue = Mutex(Queue())
    private let writer = Mutex(WriterState())

    private struct Queue {
        var batches: [ItemBatch] = []
        var task: Task<Void, Never>?
    }

    fileprivate struct WriterState: ~Copyable {
        var writer: ItemWriter?
        var pause = WritingPause()
    }

    init(_ settings: ItemSettings, _ troubles: Troubles) {
        self.settings = settings
        self.troubles = troubles
    }

    /// Takes items over, to be written soon.
    func keep(_ batch: ItemBatch) {
        queue.withLock { queue in
            // The disk is slower than who finds; what is not kept now is met again.
            guard queue.batches.count < Self.mostBatches else { return }
            queue.batches.append(batch)
            guard queue.task == nil else { return }
            queue.task = Task(name: "keeping items", priority: .utility) {
                // First the items are shown, unless somebody waits for this.
                try? await Task.sleep(for: Self.moment)
                await self.writeAll()
            }
        }
    }

    /// Waits until everything is written that was handed over.
    func finish() async {
        while let task = queue.withLock({ $0.task }) {
            task.cancel()
            await task.value
        }
    }

    @concurrent
    private func writeAll() async {
        while let batch = next() {
            _ = write { (writer) throws(DatabaseError) in try writer.keep(batch) }
        }
    }

    private func next() -> ItemBatch? {
        queue.withLock { queue in
            guard queue.batches.isEmpty else { return queue.batches.removeFirst() }
            queue.task = nil
            return nil
        }
    }

    /// Writes something; nil when it could not be written.
    func write<Result: Sendable>(_ work: (inout ItemWriter) throws(DatabaseError) -> Result) -> Result? {
        // A file that turns out to be damaged is moved away, and a new one gets a try.
        for _ in 0..<2 {
            var problem: (fault: DatabaseError, identity: UInt64?)?
            let result = writer.withLock { state -> Result? in
                if state.pause.isOn { return nil }
                let identity = settings.file.identity
                do throws(DatabaseError) {
                    return try state.use(settings, work)
                } catch {
                    problem = (error, identity)
                    state.writer = nil
                    return nil
                }
            }
            guard let problem else { return result }
            guard setAside(after: problem.fault, problem.identity) else {
                pause(after: problem.fault)
                return nil
            }
        }
        return nil
    }

    /// Moves a file away that cannot be used, unless another process was quicker.
    ///
    /// - Returns: Whether there is room for a new one.
    @discardableResult
    func setAside(after fault: DatabaseError, _ identity: UInt64?) -> Bool {
        guard let name = fault.nameAside else { return false }
        var aside: DatabaseFile?
        let hasRoom = settings.file.locked {
            guard settings.file.identity == identity else { return true }
            aside = settings.file.setAside(as: name)
            return aside != nil
        }
        if let aside { troubles.tell(.setAside(fault, path: aside.path)) }
        return hasRoom
    }

    /// Does not try to keep anything for a while.
    private func pause(after fault: DatabaseError) {
        // Others are at work, and will be done.
        if fault == .busy { return }
        let folder = settings.folder
        writer.withLock { $0.pause.begin(for: settings.pause) }
        troubles.tell(.notStoring(fault, folder: folder, obstacle: fault.obstacle(in: folder)))
    }

    private static let mostBatches = 256
    private static let moment = Duration.milliseconds(10)
}

extension ItemKeeper.WriterState {
    /// Lets something be done with the writer, opened if it is not.
    fileprivate mutating func use<Result>(
        _ settings: ItemSettings, _ work: (inout ItemWriter) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        if try writer?.database.isReplaced(at: settings.file) == true { writer = nil }
        var open = if let open = writer.take() { open } else { try ItemWriter(settings) }
        let result = try work(&open)
        writer = consume open
        return result
    }
}
