internal import Database
internal import ForageCore
internal import Synchronization

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
        write { (writer) throws(DatabaseFault) in try writer.noteUse(of: entries) }
    }

    private static var enough: Int { 64 }

    private func isLongAgo(_ last: StoreReader.LastUse) -> Bool {
        let fiveMinutes = 300.0
        return abs(settings.time - last.time) > fiveMinutes
    }
}
