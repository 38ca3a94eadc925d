#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Why a file cannot be written.
package struct CannotWriteFile: Error, CustomStringConvertible {
    package let path: String
    private let code: CInt

    /// Takes the number that the system gave.
    package init(_ path: String, _ code: CInt) {
        self.path = path
        self.code = code
    }

    /// Whether the disk is full, or the person's share of it.
    package var isForLackOfRoom: Bool { [ENOSPC, EDQUOT].contains(code) }

    /// Whether something has the name that was to be had by nothing.
    package var isForTakenName: Bool { code == EEXIST }

    /// The reason without the file's name.
    package var reason: String { String(cString: strerror(code)).lowercased() }

    /// The sentence without a full stop, for a longer one.
    package var clause: String { "\(path) cannot be written: \(reason)" }

    package var description: String { clause + "." }
}
