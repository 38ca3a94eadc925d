internal import Database
internal import Essentials
internal import ForageCore
internal import Synchronization

/// Writes what is to be kept, one batch after the other, and away from whoever found it.
final class ItemKeeper: Sendable {
    private let settings: ItemSettings
    private let troubles: Troubles
    private let queue = Mutex(Queue())
    private let writer = Mutex<ItemWriter?>(nil)

    private struct Queue {
        var batches: [ItemBatch] = []
        var task: Task<Void, Never>?
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
            _ = write { (writer) throws(DatabaseFault) in try writer.keep(batch) }
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
    func write<Result: Sendable>(_ work: (inout ItemWriter) throws(DatabaseFault) -> Result) -> Result? {
        writer.withLock { writer in
            // A file that turns out to be damaged is moved away, and a new one gets a try.
            for _ in 0..<2 {
                let identity = settings.file.identity
                do throws(DatabaseFault) {
                    guard var open = try opened(&writer, identity) else { return nil }
                    let result = try work(&open)
                    writer = consume open
                    return result
                } catch {
                    guard setAside(after: error, identity) else { return nil }
                }
            }
            return nil
        }
    }

    private func opened(
        _ writer: inout ItemWriter?, _ identity: UInt64?
    ) throws(DatabaseFault) -> ItemWriter? {
        if let open = writer.take() {
            if open.identity == identity { return open }
            if identity == nil {
                // Whoever removed the folder does not want it back.
                troubles.tell(.notStoring(.moved, folder: settings.folder))
                writer = consume open
                return nil
            }
        }
        return try ItemWriter(settings)
    }

    /// Moves a file away that cannot be used; anything else is only told.
    ///
    /// - Returns: Whether there is room for a new one.
    @discardableResult
    func setAside(after fault: DatabaseFault, _ identity: UInt64?) -> Bool {
        // Others are at work, and will be done.
        if fault == .busy { return false }
        guard let name = fault.nameAside else {
            let folder = settings.folder
            troubles.tell(.notStoring(fault, folder: folder, obstacle: fault.obstacle(in: folder)))
            return false
        }
        return settings.file.locked {
            // Another process may have been quicker.
            guard settings.file.identity == identity else { return true }
            guard let aside = settings.file.setAside(as: name) else { return false }
            troubles.tell(.setAside(fault, path: aside.path))
            return true
        }
    }

    private static let mostBatches = 256
    private static let moment = Duration.milliseconds(10)
}
