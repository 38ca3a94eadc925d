internal import Platform
internal import Synchronization

/// The time since which something cannot be had, in the date of a file that all programs of a machine share.
final class OutageMark: Sendable {
    private let path: String?
    private let known = Mutex<Date?>(nil)

    /// - Parameter path: The path of the file; nil to tell no other program.
    init(_ path: String?) { self.path = path }

    /// The time; nil if it can be had, as far as is known.
    var start: Date? {
        guard let path else { return known.withLock(\.self) }
        return FileStamp(path).map { Date(timeIntervalSince1970: Double($0.modified) / 1_000_000_000) }
    }

    /// Notes that it cannot be had, since now if it could before.
    func begin(at now: Date) {
        known.withLock { $0 = $0 ?? now }
        if let path, FileStamp(path) == nil { try? LocalFile.make(path, with: [], permissions: 0o600) }
    }

    /// Notes that it can be had.
    func end() {
        known.withLock { $0 = nil }
        if let path { LocalFile.remove(path) }
    }
}
