#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The reason why a file or a folder cannot be read or written.
package enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file at this path cannot be read.
    case unreadable(String, Cause)
    /// The file at this path cannot be written.
    case unwritable(String, Cause)

    /// The cause that prevents a file from being read or written.
    package enum Cause: Hashable, Sendable {
        /// The error number of the system.
        case system(CInt)
        case isFolder
        /// The file is a pipe, a device or similar.
        case isNoOrdinaryFile
        case isReadOnly
        /// Another program holds a lock on the folder of the file.
        case isHeldByOther
    }

    /// The path of the file.
    package var path: String {
        switch self {
        case .unreadable(let path, _), .unwritable(let path, _): path
        }
    }

    /// The cause of the error.
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
        case .isHeldByOther: "another program is using its folder; try again when that program has ended"
        }
    }

    /// Indicates whether the data to read is not available yet.
    package var isTooEarly: Bool { cause == .system(EAGAIN) || cause == .system(EWOULDBLOCK) }

    /// Indicates whether there is no such file.
    package var isMissing: Bool { cause == .system(ENOENT) }

    /// Indicates whether the disk or the user's quota is full.
    package var isForLackOfRoom: Bool { cause == .system(ENOSPC) || cause == .system(EDQUOT) }

    /// Indicates whether the new name is already in use.
    package var isForExistingFile: Bool { cause == .system(EEXIST) }

    /// The reason with the file's name, without a full stop, for use in a longer sentence.
    package var clause: String {
        switch self {
        case .unreadable: "\(path) cannot be read: \(reason)"
        case .unwritable: "\(path) cannot be written: \(reason)"
        }
    }

    package var description: String { clause + "." }
}
