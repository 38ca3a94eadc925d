package import ForageCore

/// One HTTP exchange of the engine: every byte of it is final, and no redirect is followed.
package struct Transfer: Sendable {
    package var method: Endpoint.Method
    package var url: WebURL
    package var headers: Headers
    /// The fields of a form, or the JSON, to send; nil for none.
    package var form: String?
    /// The maximum size of the decompressed body; the transfer stops when more arrives.
    package var bodyLimit: Int
    /// The value of `Accept-Encoding`; empty for all encodings that libcurl can decode.
    package var acceptedEncodings: String
    package var deadline: ContinuousClock.Instant?
    /// True to connect only to addresses of the open internet, not to this computer or its network.
    package var isForOpenInternet = false
    /// Returns true if the received part of the body is sufficient; the transfer then stops if the server holds back
    /// the rest. Nil to wait for the whole body. It is called on the engine's thread.
    package var isEnough: (@Sendable ([UInt8]) -> Bool)?
    /// True for a long body, for which larger buffers are worthwhile.
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

/// The server's reply in one exchange.
package struct TransferReply: Sendable {
    package var status: Int
    package var headers: Headers
    package var body: [UInt8]
    package var completeness: Completeness
    package var timings = TransferTimings()

    package enum Completeness: Hashable, Sendable {
        case whole
        /// The body was longer than the limit and has been cut to it.
        case stoppedAtLimit
        /// The connection ended early; the body contains the bytes that had arrived.
        case cutOff
    }
}

/// The end times of the steps of an exchange, in microseconds from its start; 0 for a step that was not needed, such as
/// the name lookup on an open connection.
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

    /// Formats a time in milliseconds with one decimal.
    private static func milliseconds(_ microseconds: Int) -> String {
        let tenths = (microseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }
}
