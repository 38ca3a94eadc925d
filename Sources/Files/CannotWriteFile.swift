#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Why a file cannot be written.
package struct CannotWriteFile: Error, CustomStringConvertible {
    package let path: String
    /// The reason without the file's name.
    package let reason: String
    /// Whether the disk is full, or the person's share of it.
    package let isForLackOfRoom: Bool

    /// Takes the number that the system gave.
    package init(_ path: String, _ code: CInt) {
        self.path = path
        reason = String(cString: strerror(code)).lowercased()
        isForLackOfRoom = [ENOSPC, EDQUOT].contains(code)
    }

    /// Says that the person may not write to the file.
    init(readOnly path: String) {
        self.path = path
        reason = "it is read-only"
        isForLackOfRoom = false
    }

    /// The sentence without a full stop, for a longer one.
    package var clause: String { "\(path) cannot be written: \(reason)" }

    package var description: String { clause + "." }
}
