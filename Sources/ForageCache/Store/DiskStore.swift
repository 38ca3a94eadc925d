internal import Database
package import Essentials
package import ForageCore
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
        let found = read { (reader) throws(DatabaseFault) in try reader.responses(for: key) }
        if let use = found?.use { noteOffer(of: key, after: use) }
        return found?.responses ?? []
    }

    package func body(of response: StoredResponse) async -> [UInt8]? {
        if let body = response.body {
            noteTaking(of: response.key)
            return body
        }
        let finding = read { (reader) throws(DatabaseFault) in try reader.body(of: response) }
        switch finding {
        case .found(let bytes, let use):
            noteUse(after: use)
            return bytes
        case .damaged(let blob):
            write { (writer) throws(DatabaseFault) in try writer.removeBody(blob) }
            return nil
        case .missing, nil: return nil
        }
    }

    package func store(_ response: StoredResponse, body: [UInt8]) async {
        guard body.count == response.byteCount, body.count <= settings.budget.largestBody,
            let body = try? NewBody(body)
        else { return }
        if !body.isLarge {
            write { (writer) throws(DatabaseFault) in try writer.store(response, body, file: nil) }
        } else if let file = writeFile(of: body) {
            write { (writer) throws(DatabaseFault) in try writer.store(response, body, file: file) }
        }
    }

    package func update(_ response: StoredResponse) async {
        write { (writer) throws(DatabaseFault) in try writer.update(response) }
    }

    package func removeResponses(for key: CacheKey) async {
        // To look is cheaper than to open for writing, and mostly there is nothing.
        guard read({ (reader) throws(DatabaseFault) in try reader.has(key) }) == true else { return }
        write { (writer) throws(DatabaseFault) in try writer.removeResponses(for: key) }
    }

    /// Writes down what was only noted, and lets go of the files. The store can be used again afterwards.
    package func close() {
        flushUses(atLeast: 1)
        readers.withLock { $0.removeAll() }
        writer.withLock { $0.writer = nil }
    }

    private func writeFile(of body: NewBody) -> String? {
        let name = write { (writer) throws(DatabaseFault) in try writer.announceFile(of: body) }
        guard let name, let name else { return nil }
        do {
            try settings.folder.write(body.bytes, to: name)
            return name
        } catch {
            write { (writer) throws(DatabaseFault) in try writer.removeStray(name) }
            pause(after: error)
            return nil
        }
    }
}
