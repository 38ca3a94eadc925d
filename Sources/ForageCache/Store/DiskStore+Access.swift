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
        let (idle, generation) = readers.withLock { ($0.idle.popLast(), $0.generation) }
        let identity = idle?.identity ?? settings.folder.database.identity
        do throws(DatabaseFault) {
            guard let reader = try idle == nil ? openReader(generation) : idle else { return nil }
            let result = try reader.read(work)
            readers.withLock { state in
                let isCurrent = state.generation == reader.generation && reader.identity != nil
                if isCurrent, state.idle.count < 4 { state.idle.append(reader) }
            }
            return result
        } catch {
            setAside(after: error, identity)
            throw error
        }
    }

    private func openReader(_ generation: Int) throws(DatabaseFault) -> IdleReader? {
        guard let reader = try StoreReader(settings) else { return nil }
        return IdleReader(reader, generation: generation)
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
            isPaused = state.isPaused
            if isPaused, !evenWhilePaused { return nil }
            if !isPaused { state.pausedUntil = nil }
            let identity = state.writer == nil ? settings.folder.database.identity : state.writer?.identity
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
        // Another process set it aside, and the next to be stored goes to the new one.
        case .moved where settings.folder.database.exists: break
        default: pause(after: fault)
        }
    }

    /// Does not try to store for a while.
    func pause(after fault: DatabaseFault) {
        let folder = settings.folder.path
        writer.withLock { $0.pausedUntil = .now + .seconds(60) }
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
        readers.withLock { state in
            state.idle = []
            state.generation += 1
        }
        writer.withLock { $0.writer = nil }
        if let aside { return troubles.tell(.setAside(fault, path: aside.path)) }
        if database.identity == identity { pause(after: fault) }
    }
}
