#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A failed system call of the loopback client.
package struct LoopbackFailure: Error, CustomStringConvertible {
    package let step: String
    package let code: Int32

    package var description: String { "Cannot \(step): \(String(cString: strerror(code)))." }
}
