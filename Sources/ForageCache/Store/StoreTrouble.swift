package import Database

/// What a store could not do. The search goes on; a person is told once.
package enum StoreTrouble: Hashable, Sendable, CustomStringConvertible {
    /// What was there could not be used; it was moved and the store starts empty.
    case setAside(DatabaseFault, path: String)
    /// Nothing is stored for now.
    case notStoring(DatabaseFault, folder: String)

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
        case .notStoring(let fault, let folder):
            "\(fault) Answers are not stored in \(folder) for now."
        }
    }
}
