#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A system call of the loopback client that failed.
package struct LoopbackFailure: Error, CustomStringConvertible {
    package let step: String
    package let code: Int32

    package var description: String { "Cannot \(step): \(String(cString: strerror(code)))." }
}
