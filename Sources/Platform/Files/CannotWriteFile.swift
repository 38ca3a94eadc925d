#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Why a file cannot be written.
package struct CannotWriteFile: Error, Hashable, CustomStringConvertible {
    package let path: String
    /// The reason without the file's name.
    package let reason: String
    private let code: CInt

    /// Takes the number that the system gave.
    package init(_ path: String, _ code: CInt) {
        self.init(path, code, reason: String(cString: strerror(code)).lowercased())
    }

    /// Says that nobody may write to the file.
    init(readOnly path: String) { self.init(path, EACCES, reason: "it is read-only") }

    /// Says that somebody else does not let go of its folder.
    init(heldByOther path: String) {
        self.init(
            path, EWOULDBLOCK, reason: "another program holds its folder; try again when that has ended")
    }

    private init(_ path: String, _ code: CInt, reason: String) {
        self.path = path
        self.reason = reason
        self.code = code
    }

    /// Whether the disk is full, or the person's share of it.
    package var isForLackOfRoom: Bool { [ENOSPC, EDQUOT].contains(code) }

    /// Whether something has the name that was to be had by nothing.
    package var isForTakenName: Bool { code == EEXIST }

    /// The sentence without a full stop, for a longer one.
    package var clause: String { "\(path) cannot be written: \(reason)" }

    package var description: String { clause + "." }
}
