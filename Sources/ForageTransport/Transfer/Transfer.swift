package import ForageCore

/// One HTTP exchange as the engine makes it: every byte of it is final, and no redirect is followed.
package struct Transfer: Sendable {
    package var method: Endpoint.Method
    package var url: WebURL
    package var headers: Headers
    /// What is handed over, as the fields of a form; nil for nothing.
    package var form: String?
    /// How much of the unpacked body is wanted; the transfer is stopped when more arrives.
    package var bodyLimit: Int
    /// The value of `Accept-Encoding`; empty for every encoding that libcurl can undo.
    package var acceptedEncodings: String
    package var deadline: ContinuousClock.Instant?
    /// Whether only addresses of the open internet are connected to: none of this machine or its network.
    package var isForOpenInternet = false
    /// Whether so much of the body tells all that it is asked for. Where a server keeps the rest back, the transfer is
    /// then stopped. Nil where all of it is waited for; looked at on the engine's thread.
    package var isEnough: (@Sendable ([UInt8]) -> Bool)?
    /// Whether much is to come, for which larger pieces are worth their memory.
    package var isStreamed = false

    package init(
        _ url: WebURL, method: Endpoint.Method = .get, headers: Headers = Headers(), bodyLimit: Int,
        acceptedEncodings: String = "", deadline: ContinuousClock.Instant? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.bodyLimit = max(0, bodyLimit)
        self.acceptedEncodings = acceptedEncodings
        self.deadline = deadline
    }
}

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

/// When the steps of an exchange were at their end, in microseconds from its start; 0 for a step that was not taken,
/// such as the look-up of a name on a connection that was there.
package struct TransferTimings: Hashable, Sendable, CustomStringConvertible {
    package var lookUp = 0
    package var connection = 0
    package var security = 0
    package var firstByte = 0
    package var total = 0

    package init() {}

    package var description: String {
        let steps = [
            ("name", lookUp), ("connected", connection), ("TLS", security), ("first byte", firstByte),
            ("all", total),
        ]
        return steps.filter { $0.1 > 0 }.map { "\($0.0) \(Self.milliseconds($0.1))" }.joined(separator: ", ")
            + " ms"
    }

    /// With one digit behind the point.
    private static func milliseconds(_ microseconds: Int) -> String {
        let tenths = (microseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }
}
