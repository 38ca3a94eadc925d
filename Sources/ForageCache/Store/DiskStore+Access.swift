internal import Database
internal import Synchronization

extension DiskStore {
    /// Reads something; nil where there is no store, or none that can be read.
    func read<Result: Sendable>(
        _ work: (inout StoreReader) throws(DatabaseFault) -> Result
    ) -> Result? {
        try? reading(work)
    }

    /// The same, for who wants to know why it cannot be read.
    func reading<Result: Sendable>(
        _ work: (inout StoreReader) throws(DatabaseFault) -> Result
    ) throws(DatabaseFault) -> Result? {
        let identity = settings.folder.database.identity
        // Another file may have taken the place of those that are open.
        let idle = readers.withLock { idle in
            idle.removeAll { $0.identity != identity }
            return idle.popLast()
        }
        do throws(DatabaseFault) {
            guard let reader = try idle == nil ? openReader() : idle else { return nil }
            let result = try reader.read(work)
            readers.withLock { idle in
                if reader.identity != nil, idle.count < 4 { idle.append(reader) }
            }
            return result
        } catch {
            setAside(after: error, identity)
            throw error
        }
    }

    private func openReader() throws(DatabaseFault) -> IdleReader? {
        guard let reader = try StoreReader(settings) else { return nil }
        return IdleReader(reader)
    }

    /// Changes something; nil where that cannot be done.
    ///
    /// - Parameters:
    ///   - evenWhilePaused: Whether it is tried although something else could not be written a while ago.
    ///   - work: What is done.
    /// - Returns: What comes of it.
    @discardableResult
    func write<Result: Sendable>(
        evenWhilePaused: Bool = false, _ work: (inout StoreWriter) throws(DatabaseFault) -> Result
    ) -> Result? {
        var problem: (fault: DatabaseFault, identity: UInt64?)?
        var isPaused = false
        let result = writer.withLock { state -> Result? in
            isPaused = state.pause.isOn
            if isPaused, !evenWhilePaused { return nil }
            let identity = settings.folder.database.identity
            do throws(DatabaseFault) {
                return try state.use(settings, work)
            } catch {
                problem = (error, identity)
                if error != .busy { state.writer = nil }
                return nil
            }
        }
        if let problem, !isPaused { handle(problem.fault, problem.identity) }
        return result
    }

    private func handle(_ fault: DatabaseFault, _ identity: UInt64?) {
        switch fault {
        // Others are at work, and will be done.
        case .busy: break
        case .damaged, .newer: setAside(after: fault, identity)
        default: pause(after: fault)
        }
    }

    /// Does not try to store for a while.
    func pause(after fault: DatabaseFault) {
        let folder = settings.folder.path
        writer.withLock { $0.pause.begin(for: settings.pause) }
        troubles.tell(.notStoring(fault, folder: folder, obstacle: fault.obstacle(in: folder)))
    }

    /// Moves a database out of the way that is of no use, unless another process was quicker.
    private func setAside(after fault: DatabaseFault, _ identity: UInt64?) {
        guard let name = fault.nameAside else { return }
        let database = settings.folder.database
        let aside = database.locked { () -> DatabaseFile? in
            guard identity != nil, database.identity == identity else { return nil }
            let aside = database.setAside(as: name)
            if aside != nil { settings.folder.removeObjects() }
            return aside
        }
        readers.withLock { $0.removeAll() }
        writer.withLock { $0.writer = nil }
        if let aside { return troubles.tell(.setAside(fault, path: aside.path)) }
        if database.identity == identity { pause(after: fault) }
    }
}
