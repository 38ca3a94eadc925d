package import Database
package import Platform
internal import Synchronization

/// A failure of a store. The search continues, and the user is warned once.
package enum StoreTrouble: Hashable, Sendable, CustomStringConvertible {
    /// An existing file was damaged; it was moved away, and the store starts empty.
    case setAside(DatabaseError, path: String)
    /// Nothing is stored for now; `obstacle` is the system's error for the folder, if that is the cause.
    case notStoring(DatabaseError, folder: String, obstacle: FileError? = nil)

    /// A kind of failure, which is reported once.
    enum Reason: Hashable, Sendable {
        case setAside(path: String)
        case notStoring
    }

    var reason: Reason {
        switch self {
        case .setAside(_, let path): .setAside(path: path)
        case .notStoring: .notStoring
        }
    }

    package var description: String {
        switch self {
        case .setAside(let fault, let path):
            "\(fault) It was moved to \(path), which you can delete. The cache starts empty."
        case .notStoring(_, let folder, let obstacle?):
            "\(obstacle) Answers are not cached in \(folder) for now; set XDG_CACHE_HOME to a writable folder."
        case .notStoring(let fault, let folder, nil):
            "\(fault) Answers are not cached in \(folder) for now."
        }
    }
}

extension DatabaseError {
    /// Returns the error that prevents writing to a folder, if that may be the cause.
    func obstacle(in folder: String) -> FileError? {
        guard self == .unreachable || self == .readOnly else { return nil }
        do throws(FileError) {
            try LocalFolder.checkMakable(folder)
            return nil
        } catch {
            return error
        }
    }
}

/// Reports failures to a user, each kind once, from all parts of a store.
package final class Troubles: Sendable {
    private let warn: @Sendable (StoreTrouble) -> Void
    private let told = Mutex<Set<StoreTrouble.Reason>>([])

    /// - Parameter warn: Receives the failures.
    package init(_ warn: @escaping @Sendable (StoreTrouble) -> Void) { self.warn = warn }

    /// Indicates whether a write has failed.
    package var preventsWriting: Bool { told.withLock { $0.contains(.notStoring) } }

    /// Indicates whether an unusable file was moved away.
    package var includeFileSetAside: Bool {
        told.withLock { told in
            told.contains { if case .setAside = $0 { true } else { false } }
        }
    }

    /// Reports a failure, unless one of its kind was already reported.
    package func tell(_ trouble: StoreTrouble) {
        if told.withLock({ $0.insert(trouble.reason).inserted }) { warn(trouble) }
    }
}
