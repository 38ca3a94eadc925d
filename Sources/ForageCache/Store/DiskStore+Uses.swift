internal import Database
internal import Synchronization

extension DiskStore {
    /// Notes that a body was used, if that was not noted lately.
    func noteUse(of body: StoreReader.FoundBody) {
        let fiveMinutes = 300.0
        guard abs(settings.time - body.used) > fiveMinutes else { return }
        used.withLock { _ = $0.insert(body.entry) }
        flushUses(atLeast: 64)
    }

    /// Writes down which bodies were used, once there are enough.
    func flushUses(atLeast count: Int) {
        let entries = used.withLock { entries -> [Int] in
            guard entries.count >= count else { return [] }
            defer { entries = [] }
            return entries.sorted()
        }
        guard !entries.isEmpty else { return }
        write { (writer) throws(DatabaseFault) in try writer.noteUse(of: entries) }
    }
}
