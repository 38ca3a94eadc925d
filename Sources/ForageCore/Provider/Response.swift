/// An answer as a value that can be stored, recorded and replayed.
public struct Response: Hashable, Sendable {
    /// The address that answered, after redirects, without secrets; nil for a file.
    public var url: WebURL?
    /// The status; 200 for a file.
    public var status: Int
    /// The header fields.
    public var headers: Headers
    /// The body, decompressed.
    public var body: [UInt8]
    /// Whether the body is all there.
    public var completeness: Completeness
    /// What was asked for in further rounds, in the order asked, when decoding called for ``Step/more(_:)``.
    public var following: [Response] = []

    /// Whether a body is all there.
    public enum Completeness: Hashable, Sendable {
        /// All that the server had, or all that was asked for.
        case whole
        /// The connection ended before the body did.
        case cutOff
        /// It was longer than the limit; reading stopped there.
        case overLimit
    }

    /// Describes an answer.
    public init(
        url: WebURL? = nil, status: Int = 200, headers: Headers = Headers(), body: [UInt8],
        completeness: Completeness = .whole
    ) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
        self.completeness = completeness
    }
}
