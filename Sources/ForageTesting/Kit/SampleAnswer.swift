public import ForageCore

/// A body that a service sends, with the request that it answers.
public struct SampleAnswer: Sendable {
    /// What it is called in a breach.
    public let name: String
    /// What it answers.
    public let request: ProviderRequest
    /// The body, whole and sound.
    public let body: [UInt8]
    /// The status it comes with.
    public let status: Int
    /// The bodies of the further answers that decoding calls for, whole and sound.
    public let following: [[UInt8]]
    /// The path of the list of its records, such as `/results`; nil where a record may hold several items.
    public let recordPath: String?

    /// Describes a sample.
    public init(
        _ name: String, to request: ProviderRequest, body: [UInt8], status: Int = 200,
        following: [[UInt8]] = [], recordPath: String? = nil
    ) {
        self.name = name
        self.request = request
        self.body = body
        self.status = status
        self.following = following
        self.recordPath = recordPath
    }
}
