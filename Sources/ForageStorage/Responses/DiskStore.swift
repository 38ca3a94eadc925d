internal import Database
package import ForageCore
package import Platform
internal import Synchronization

/// Answers in one folder on this machine, shared by every process that uses it and never larger than its limit.
///
/// Nothing is opened before it is needed, nothing fails: what cannot be read is not there, what cannot be written is
/// not kept, and `warn` is told, once for each reason.
package final class DiskStore: SharedStore {
    let settings: StoreSettings
    let troubles: Troubles
    let writer = Mutex(WriterState())
    let readers = Mutex<[IdleReader]>([])
    let uses = Mutex(Uses())
    /// By which leases are told from those of others.
    let owner = Int.random(in: 0...Int.max)

    struct WriterState: ~Copyable {
        var writer: StoreWriter?
        var pause = WritingPause()
    }

    /// Describes a store.
    ///
    /// - Parameters:
    ///   - folder: Where its files are; made when something is stored.
    ///   - limit: How many bytes they may take together, at least 8 MiB.
    ///   - mappedByteCount: How much of them is read as memory, by each who reads; all where nobody says.
    ///   - pause: For how long nothing is stored after something could not be.
    ///   - now: Tells the time by which answers were used last.
    ///   - expiry: Tells when an answer is of no more use; those that are past it go first.
    ///   - warn: Is told what could not be done.
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
        // To look is cheaper than to open for writing, and mostly there is nothing.
        guard read({ (reader) throws(DatabaseError) in try reader.has(key) }) == true else { return }
        write { (writer) throws(DatabaseError) in try writer.removeResponses(for: key) }
    }

    /// Writes down what was only noted, and lets go of the files. The store can be used again afterwards.
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
    /// Reads something; nil where there is no store, or none that can be read.
    func read<Result: Sendable>(
        _ work: (inout StoreReader) throws(DatabaseError) -> Result
    ) -> Result? {
        try? reading(work)
    }

    /// The same, for who wants to know why it cannot be read.
    func reading<Result: Sendable>(
        _ work: (inout StoreReader) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result? {
        let identity = settings.folder.database.identity
        // Another file may have taken the place of those that are open.
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

    /// Changes something; nil where that cannot be done.
    ///
    /// - Parameters:
    ///   - evenWhilePaused: Whether it is tried although something else could not be written a while ago.
    ///   - work: What is done.
    /// - Returns: What comes of it.
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
        // Others are at work, and will be done.
        case .busy: break
        case .damaged, .newer: setAside(after: fault, identity)
        default: pause(after: fault)
        }
    }

    /// Does not try to store for a while.
    func pause(after fault: DatabaseError) {
        let folder = settings.folder.path
        writer.withLock { $0.pause.begin(for: settings.pause) }
        troubles.tell(.notStoring(fault, folder: folder, obstacle: fault.obstacle(in: folder)))
    }

    /// Moves a database out of the way that is of no use, unless another process was quicker.
    private func setAside(after fault: DatabaseError, _ identity: UInt64?) {
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

extension DiskStore {
    /// Which bodies were used, until that is written down.
    struct Uses {
        /// The entries whose bodies were.
        var noted: Set<Int> = []
        /// The entries whose bodies came along with what is known of them, and may yet be taken.
        var offered: [CacheKey: Int] = [:]
    }

    /// Notes that a body was used again, if that was not noted lately.
    func noteUse(after last: StoreReader.LastUse) {
        if isLongAgo(last) { note(last.entry) }
    }

    /// Notes that a body came along, which is no use of it yet.
    func noteOffer(of key: CacheKey, after last: StoreReader.LastUse) {
        guard isLongAgo(last) else { return }
        uses.withLock { uses in
            if uses.offered.count >= Self.enough { uses.offered = [:] }
            uses.offered[key] = last.entry
        }
    }

    /// Notes that a body that came along is used.
    func noteTaking(of key: CacheKey) {
        if let entry = uses.withLock({ $0.offered.removeValue(forKey: key) }) { note(entry) }
    }

    private func note(_ entry: Int) {
        uses.withLock { _ = $0.noted.insert(entry) }
        flushUses(atLeast: Self.enough)
    }

    /// Writes down which bodies were used, once there are enough.
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

/// A reader that waits for work; a class because a list cannot hold what is not copied.
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
