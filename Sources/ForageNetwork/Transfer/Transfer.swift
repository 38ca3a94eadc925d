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
