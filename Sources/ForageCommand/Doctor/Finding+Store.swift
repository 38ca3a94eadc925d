internal import ForageCache
package import ForageCore
internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension Finding {
    /// What is kept of earlier searches: whether it can be read and added to.
    ///
    /// - Parameters:
    ///   - folder: Where it is.
    ///   - configuration: How much may be kept.
    /// - Returns: How it stands.
    package static func store(in folder: String, _ configuration: Configuration) async -> Finding {
        guard configuration.cache.diskByteCount > 0 else {
            return Finding("cache", .advice, "Nothing is kept: cache.disk is 0.")
        }
        if let obstacle = obstacle(to: folder) {
            return Finding("cache", .ill, "\(obstacle) Searches work, but nothing is kept of them.")
        }
        let trouble = Troubles()
        let limit = configuration.cache.diskByteCount
        let store = DiskStore(folder: folder, limit: limit, warn: trouble.note)
        defer { store.close() }
        let items = SQLiteItemIndex(folder: folder, limit: limit, warn: trouble.note)
        if let obstacle = store.obstacle ?? items.obstacle {
            let sentence = obstacle.clause(on: folder) + "."
            return obstacle == .inUse
                ? Finding("cache", .unknown, sentence)
                : Finding("cache", .ill, sentence + " Searches work without it.")
        }
        let count = await store.statistics().shares.reduce(0) { $0 + $1.count }
        if let sentence = trouble.first { return Finding("cache", .ill, sentence) }
        guard DiskStore.exists(in: folder) else {
            return Finding("cache", .well, "\(folder), empty so far")
        }
        return Finding(
            "cache", .well, "\(folder), with \(count.of("answer")); forage cache verify reads them all")
    }

    /// The folder of what the services were asked.
    package static func ledger(in folder: String) -> Finding {
        if let obstacle = obstacle(to: folder) {
            return Finding("ledger", .ill, "\(obstacle) Each program then counts its requests for itself.")
        }
        return Finding("ledger", .well, folder)
    }

    /// Why nothing can be written to a folder, or to the first one above it that is there.
    private static func obstacle(to folder: String) -> String? {
        var place = folder[...]
        while access(String(place), F_OK) != 0, let slash = place.lastIndex(of: "/"), slash > place.startIndex
        {
            place = place[..<slash]
        }
        guard access("\(place)/.", W_OK | X_OK) == 0 else {
            return "\(place) cannot be written: \(String(cString: strerror(errno)).lowercased())."
        }
        var disk = statvfs()
        return statvfs("\(place)/.", &disk) == 0 && disk.f_bavail == 0 && disk.f_blocks > 0
            ? "The disk of \(place) is full." : nil
    }
}

/// The first thing that a store complains of.
private final class Troubles: Sendable {
    private let sentence = Mutex<String?>(nil)

    var first: String? { sentence.withLock(\.self) }

    func note(_ trouble: StoreTrouble) {
        sentence.withLock { $0 = $0 ?? trouble.description }
    }
}
