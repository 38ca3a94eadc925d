#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Why the system does not hand out a file or a folder.
package struct SystemFault: Error, Hashable, Sendable, CustomStringConvertible {
    let code: CInt

    /// What the last call of this thread failed with.
    static var last: SystemFault { SystemFault(code: errno) }

    package var description: String { "it cannot be read: \(String(cString: strerror(code)).lowercased())" }
}
