package import ForageCore

/// What a server sent back in one exchange.
package struct TransferReply: Sendable {
    package var status: Int
    package var headers: Headers
    package var body: [UInt8]
    package var completeness: Completeness
    package var timings = TransferTimings()

    package enum Completeness: Hashable, Sendable {
        case whole
        /// There was more than the limit; the body holds as much as the limit.
        case stoppedAtLimit
        /// The connection ended in the middle; the body holds what had come.
        case cutOff
    }
}
