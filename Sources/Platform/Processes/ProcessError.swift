#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The reason why a program could not be started, or a line to it got no answer.
package enum ProcessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It could not be started; the number that the system gave.
    case unstartable(CInt)
    /// No answer came in time.
    case timedOut
    /// The answer was longer than this many bytes, and began with these.
    case tooLong(Int, [UInt8])
    /// The program wrote something that nobody asked for, which begins with these bytes.
    case unasked([UInt8])
    /// It was more processes than this.
    case tooMany(Int)
    /// The program ended, having complained of this.
    case ended(Ending, complaint: String)

    /// The sentence on the program, without its full stop.
    package var description: String {
        switch self {
        case .unstartable(let code): "it cannot be started: \(String(cString: strerror(code)).lowercased())"
        case .timedOut: "it did not answer in time"
        case .tooLong(let limit, _): "it answered with more than \(limit) bytes"
        case .unasked: "it wrote something that it was not asked for"
        case .tooMany(let limit): "it was more than \(limit) processes at once"
        case .ended(let ending, _): "it \(ending)"
        }
    }
}
