internal import Database
internal import ForageCore
internal import Platform
internal import Synchronization

/// Writes items into a file, and moves a damaged file away.
final class ItemKeeper: Sendable {
    private let settings: ItemSettings
    private let troubles: Troubles
    private let writer = Mutex(WriterState())

    fileprivate struct WriterState: ~Copyable {
        var writer: ItemWriter?
        var pause = WritingPause()
    }

    init(_ settings: ItemSettings, _ troubles: Troubles) {
        self.settings = settings
        self.troubles = troubles
    }

    /// Runs a write; returns nil if it failed.
    func write<Result: Sendable>(_ work: (inout ItemWriter) throws(DatabaseError) -> Result) -> Result? {
        // A damaged file is moved away, and a new one is tried once.
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

    /// Moves a damaged file away, unless another process has already done so. One of a later version stays as it is,
    /// for that version.
    ///
    /// - Returns: True if a new file can be created.
    @discardableResult
    func setAside(after fault: DatabaseError, _ identity: UInt64?) -> Bool {
        if case .newer = fault { pause(after: fault) }
        guard fault == .damaged else { return false }
        var aside: DatabaseFile?
        let hasRoom = settings.file.locked {
            guard settings.file.identity == identity else { return true }
            aside = settings.file.setAside(as: "damaged")
            return aside != nil
        }
        if let aside { troubles.tell(.setAside(fault, path: aside.path)) }
        return hasRoom
    }

    /// Stops writing for a while.
    private func pause(after fault: DatabaseError) {
        // Another process is writing and will finish.
        if fault == .busy { return }
        let folder = settings.folder
        writer.withLock { $0.pause.begin(for: settings.pause) }
        troubles.tell(.notStoring(fault, folder: folder, obstacle: fault.obstacle(in: folder)))
    }
}

extension ItemKeeper.WriterState {
    /// Runs work with the writer, which is opened if necessary.
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
