#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The reason why a file or a folder cannot be read or written.
package enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file of this path cannot be read.
    case unreadable(String, Cause)
    /// The file of this path cannot be written.
    case unwritable(String, Cause)

    /// What keeps a file from being read or written.
    package enum Cause: Hashable, Sendable {
        /// The number that the system gave.
        case system(CInt)
        case isFolder
        /// It is a pipe, a device or the like.
        case isNoOrdinaryFile
        case isReadOnly
        /// Another program does not let go of the file's folder.
        case isHeldByOther
    }

    /// The path of the file.
    package var path: String {
        switch self {
        case .unreadable(let path, _), .unwritable(let path, _): path
        }
    }

    /// The cause by itself.
    package var cause: Cause {
        switch self {
        case .unreadable(_, let cause), .unwritable(_, let cause): cause
        }
    }

    /// The reason without the file's name.
    package var reason: String {
        switch cause {
        case .system(let code): String(cString: strerror(code)).lowercased()
        case .isFolder: "it is a folder"
        case .isNoOrdinaryFile: "it is not an ordinary file"
        case .isReadOnly: "it is read-only"
        case .isHeldByOther: "another program holds its folder; try again when that has ended"
        }
    }

    /// Whether what is to be read has yet to come.
    package var isTooEarly: Bool { cause == .system(EAGAIN) || cause == .system(EWOULDBLOCK) }

    /// Whether there is no such file.
    package var isMissing: Bool { cause == .system(ENOENT) }

    /// Whether the disk is full, or the person's share of it.
    package var isForLackOfRoom: Bool { cause == .system(ENOSPC) || cause == .system(EDQUOT) }

    /// Whether something has the name that should be free.
    package var isForTakenName: Bool { cause == .system(EEXIST) }

    /// The sentence without a full stop, for a longer one.
    package var clause: String {
        switch self {
        case .unreadable: "\(path) cannot be read: \(reason)"
        case .unwritable: "\(path) cannot be written: \(reason)"
        }
    }

    package var description: String { clause + "." }
}
