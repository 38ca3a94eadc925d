internal import Database
package import ForageCore
package import Platform
internal import Synchronization

/// A store of answers in one local folder, which several processes may share, with a strict size limit.
///
/// A file is opened only when it is needed, and no operation fails: an unreadable answer counts as missing, and an
/// answer that cannot be written is not stored. `warn` receives each kind of error once.
package final class DiskStore: SharedStore {
    let settings: StoreSettings
    let troubles: Troubles
    let writer = Mutex(WriterState())
    let readers = Mutex<[IdleReader]>([])
    let uses = Mutex(Uses())
    /// Identifies the leases of this store.
    let owner = Int.random(in: 0...Int.max)

    struct WriterState: ~Copyable {
        var writer: StoreWriter?
        var pause = WritingPause()
    }

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - folder: The folder of its files, which is created when an answer is stored.
    ///   - limit: The maximum size of all files in bytes, at least 8 MiB.
    ///   - mappedByteCount: The number of bytes that each reader maps into memory; nil for all.
    ///   - pause: The time without writes after a failed one.
    ///   - now: The clock for the times of use.
    ///   - expiry: Returns the time from which an answer is useless; such answers are deleted first.
    ///   - warn: Receives each kind of error once.
    package init(
        folder: String, limit: Int = 512 << 20, mappedByteCount: Int? = nil,
        pause: Duration = .seconds(60),
        now: @escaping @Sendable () -> Date = { Date() },
        expiry: @escaping @Sendable (StoredResponse) -> Date? = { _ in nil },
        warn: @escaping @Sendable (StoreTrouble) -> Void = { _ in }
    ) {
        settings = StoreSettings(
            folder: StoreFolder(path: folder), budget: Budget(byteCount: limit),
            mappedByteCount: mappedByteCount ?? limit, pause: pause, now: now, expiry: expiry)
        troubles = Troubles(warn)
    }

    package func responses(for key: CacheKey) async -> [StoredResponse] {
        let found = read { (reader) throws(DatabaseError) in try reader.responses(for: key) }
        if let use = found?.use { noteOffer(of: key, after: use) }
        return found?.responses ?? []
    }

    package func body(of response: StoredResponse) async -> [UInt8]? {
        if let body = response.body {
            noteTaking(of: response.key)
            return body
        }
        let finding = read { (reader) throws(DatabaseError) in try reader.body(of: response) }
        switch finding {
        case .found(let bytes, let use):
            noteUse(after: use)
            return bytes
        case .damaged(let blob):
            write { (writer) throws(DatabaseError) in try writer.removeBody(blob) }
            return nil
        case .missing, nil: return nil
        }
    }

    package func store(_ response: StoredResponse, body: [UInt8]) async {
        guard body.count == response.byteCount, body.count <= settings.budget.largestBody,
            let body = try? NewBody(body)
        else { return }
        if !body.isLarge {
            write { (writer) throws(DatabaseError) in try writer.store(response, body, file: nil) }
        } else if let file = writeFile(of: body) {
            write { (writer) throws(DatabaseError) in try writer.store(response, body, file: file) }
        }
    }

    package func update(_ response: StoredResponse) async {
        write { (writer) throws(DatabaseError) in try writer.update(response) }
    }

    package func removeResponses(for key: CacheKey) async {
        // A read costs less than opening the file for writing, and usually there is nothing to remove.
        guard read({ (reader) throws(DatabaseError) in try reader.has(key) }) == true else { return }
        write { (writer) throws(DatabaseError) in try writer.removeResponses(for: key) }
    }

    /// Writes pending data and closes the files. The store can be used again afterwards.
    package func close() {
        flushUses(atLeast: 1)
        readers.withLock { $0.removeAll() }
        writer.withLock { $0.writer = nil }
    }

    private func writeFile(of body: NewBody) -> String? {
        let name = write { (writer) throws(DatabaseError) in try writer.announceFile(of: body) }
        guard let name, let name else { return nil }
        do {
            try settings.folder.write(body.bytes, to: name)
            return name
        } catch {
            write { (writer) throws(DatabaseError) in try writer.removeStray(name) }
            pause(after: error)
            return nil
        }
    }
}

extension DiskStore {
    /// Runs a read; returns nil if there is no readable store.
    func read<Result: Sendable>(
        _ work: (inout StoreReader) throws(DatabaseError) -> Result
    ) -> Result? {
        try? reading(work)
    }

    /// Does the same, but throws the reason if the store cannot be read.
    func reading<Result: Sendable>(
        _ work: (inout StoreReader) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result? {
        let identity = settings.folder.database.identity
        // Another file may have replaced the opened one.
        let idle = readers.withLock { idle in
            idle.removeAll { $0.identity != identity }
            return idle.popLast()
        }
        do throws(DatabaseError) {
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

    private func openReader() throws(DatabaseError) -> IdleReader? {
        guard let reader = try StoreReader(settings) else { return nil }
        return IdleReader(reader)
    }

    /// Runs a write; returns nil if it failed.
    ///
    /// - Parameters:
    ///   - evenWhilePaused: True to try even during the pause after a failed write.
    ///   - work: The write.
    /// - Returns: The result of `work`.
    @discardableResult
    func write<Result: Sendable>(
        evenWhilePaused: Bool = false, _ work: (inout StoreWriter) throws(DatabaseError) -> Result
    ) -> Result? {
        var problem: (fault: DatabaseError, identity: UInt64?)?
        var isPaused = false
        let result = writer.withLock { state -> Result? in
            isPaused = state.pause.isOn
            if isPaused, !evenWhilePaused { return nil }
            let identity = settings.folder.database.identity
            do throws(DatabaseError) {
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

    private func handle(_ fault: DatabaseError, _ identity: UInt64?) {
        switch fault {
        // Another process is writing and will finish.
        case .busy: break
        case .damaged, .newer: setAside(after: fault, identity)
        default: pause(after: fault)
        }
    }

    /// Stops writing for a while.
    func pause(after fault: DatabaseError) {
        let folder = settings.folder.path
        writer.withLock { $0.pause.begin(for: settings.pause) }
        troubles.tell(.notStoring(fault, folder: folder, obstacle: fault.obstacle(in: folder)))
    }

    /// Moves a damaged database away, unless another process has already done so. One of a later version stays as it
    /// is, for that version.
    private func setAside(after fault: DatabaseError, _ identity: UInt64?) {
        if case .newer = fault { return pause(after: fault) }
        guard fault == .damaged else { return }
        let database = settings.folder.database
        let aside = database.locked { () -> DatabaseFile? in
            guard identity != nil, database.identity == identity else { return nil }
            let aside = database.setAside(as: "damaged")
            if aside != nil { settings.folder.removeObjects() }
            return aside
        }
        readers.withLock { $0.removeAll() }
        writer.withLock { $0.writer = nil }
        if let aside { return troubles.tell(.setAside(fault, path: aside.path)) }
        if database.identity == identity { pause(after: fault) }
    }
}

extension DiskStore {
    /// The recent uses of bodies, until they are written to the database.
    struct Uses {
        /// The entries whose bodies were used.
        var noted: Set<Int> = []
        /// The entries whose bodies were loaded together with their header and may be used.
        var offered: [CacheKey: Int] = [:]
    }

    /// Records the use of a body, unless another use was recorded recently.
    func noteUse(after last: StoreReader.LastUse) {
        if isLongAgo(last) { note(last.entry) }
    }

    /// Records that a body was loaded, which does not count as a use yet.
    func noteOffer(of key: CacheKey, after last: StoreReader.LastUse) {
        guard isLongAgo(last) else { return }
        uses.withLock { uses in
            if uses.offered.count >= Self.enough { uses.offered = [:] }
            uses.offered[key] = last.entry
        }
    }

    /// Records the use of a body that was loaded before.
    func noteTaking(of key: CacheKey) {
        if let entry = uses.withLock({ $0.offered.removeValue(forKey: key) }) { note(entry) }
    }

    private func note(_ entry: Int) {
        uses.withLock { _ = $0.noted.insert(entry) }
        flushUses(atLeast: Self.enough)
    }

    /// Writes the recorded uses to the database, if there are enough.
    func flushUses(atLeast count: Int) {
        let entries = uses.withLock { uses -> [Int] in
            guard uses.noted.count >= count else { return [] }
            defer { uses.noted = [] }
            return uses.noted.sorted()
        }
        guard !entries.isEmpty else { return }
        write { (writer) throws(DatabaseError) in try writer.noteUse(of: entries) }
    }

    private static var enough: Int { 64 }

    private func isLongAgo(_ last: StoreReader.LastUse) -> Bool {
        let fiveMinutes = 300.0
        return abs(settings.time - last.time) > fiveMinutes
    }
}

/// An idle reader. It is a class, because an array cannot contain a noncopyable value.
final class IdleReader: Sendable {
    private let reader: Mutex<StoreReader>
    let identity: UInt64?

    init(_ reader: consuming StoreReader) {
        identity = reader.identity
        self.reader = Mutex(reader)
    }

    func read<Result: Sendable>(
        _ work: (inout StoreReader) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try reader.withLock { (reader) throws(DatabaseError) in try work(&reader) }
    }
}
