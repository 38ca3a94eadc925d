#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The reason why a program could not be started, or did not answer.
package enum ProcessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The program could not be started; the error number of the system.
    case unstartable(CInt)
    /// No answer arrived in time.
    case timedOut
    /// The answer exceeded this number of bytes; its first bytes.
    case tooLong(Int, [UInt8])
    /// The program wrote a line without a question; its first bytes.
    case unasked([UInt8])
    /// The program had more than this number of processes.
    case tooMany(Int)
    /// The program ended; the end of its error output.
    case ended(Ending, complaint: String)

    /// A sentence about the program, without its full stop.
    package var description: String {
        switch self {
        case .unstartable(let code): "it cannot be started: \(String(cString: strerror(code)).lowercased())"
        case .timedOut: "it did not answer in time"
        case .tooLong(let limit, _): "it answered with more than \(limit) bytes"
        case .unasked: "it wrote unexpected output"
        case .tooMany(let limit): "it ran more than \(limit) processes at once"
        case .ended(let ending, _): "it \(ending)"
        }
    }
}
