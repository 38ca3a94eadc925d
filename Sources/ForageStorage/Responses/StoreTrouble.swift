package import Database
package import Platform
internal import Synchronization

/// What a store could not do. The search goes on; a person is told once.
package enum StoreTrouble: Hashable, Sendable, CustomStringConvertible {
    /// What was there could not be used; it was moved and the store starts empty.
    case setAside(DatabaseError, path: String)
    /// Nothing is stored for now: what the system says of the folder, where that is why.
    case notStoring(DatabaseError, folder: String, obstacle: FileError? = nil)

    /// What a person is told of once.
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
            "\(fault) It was moved to \(path), where you may remove it, and the cache starts empty."
        case .notStoring(_, let folder, let obstacle?):
            "\(obstacle) Answers are not stored in \(folder) for now; set XDG_CACHE_HOME to a folder that can be written."
        case .notStoring(let fault, let folder, nil):
            "\(fault) Answers are not stored in \(folder) for now."
        }
    }
}

extension DatabaseError {
    /// What the file is called once it is out of the way; nil where another one would do no better.
    var nameAside: String? {
        switch self {
        case .damaged: "damaged"
        case .newer: "newer"
        case .busy, .full, .readOnly, .unreachable, .moved, .other: nil
        }
    }

    /// What keeps a folder from being written, where that may be why.
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

/// Tells a person what could not be done, each kind of thing once, whichever part met it.
package final class Troubles: Sendable {
    private let warn: @Sendable (StoreTrouble) -> Void
    private let told = Mutex<Set<StoreTrouble.Reason>>([])

    /// - Parameter warn: Is told.
    package init(_ warn: @escaping @Sendable (StoreTrouble) -> Void) { self.warn = warn }

    /// Whether something was to be written and could not be.
    package var keepsFromWriting: Bool { told.withLock { $0.contains(.notStoring) } }

    /// Whether something that could not be used was moved out of the way.
    package var tellOfOneSetAside: Bool {
        told.withLock { told in
            told.contains { if case .setAside = $0 { true } else { false } }
        }
    }

    /// Tells a trouble, unless one of its kind was told.
    package func tell(_ trouble: StoreTrouble) {
        if told.withLock({ $0.insert(trouble.reason).inserted }) { warn(trouble) }
    }
}
