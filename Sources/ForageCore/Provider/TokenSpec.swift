/// A token that a service gives for two keys, by the client credentials of OAuth (RFC 6749, 4.4). Where both keys are
/// there, it goes with every request to the provider's origins; a provider's endpoints say nothing of it.
public struct TokenSpec: Sendable {
    /// Where it is asked for, at an origin of the provider's.
    public var url: WebURL
    /// The name of the key that says who asks.
    public var id: String
    /// The name of the key that proves it.
    public var secret: String
    /// How much and how quickly may be asked with the token.
    public var limits: RequestLimits

    /// Says how a token is come by.
    ///
    /// - Parameters:
    ///   - url: Where it is asked for, at an origin of the provider's.
    ///   - id: The name of the key that says who asks.
    ///   - secret: The name of the key that proves it.
    ///   - limits: How much and how quickly may be asked with the token.
    public init(_ url: WebURL, id: String, secret: String, limits: RequestLimits = RequestLimits()) {
        self.url = url
        self.id = id
        self.secret = secret
        self.limits = limits
    }

    /// The names of both keys.
    package var keyNames: [String] { [id, secret] }
}
