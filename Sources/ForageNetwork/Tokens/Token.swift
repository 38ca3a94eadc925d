internal import ForageCore
internal import JSON

/// A token that a service gave, and when another one is to be asked for.
final class Token: Sendable {
    let text: Secret
    let renewal: ContinuousClock.Instant

    /// Reads the answer to the request for it (RFC 6749, 5.1); nil where that holds no token that can be sent.
    init?(_ response: Response, at now: ContinuousClock.Instant) {
        guard response.completeness == .whole, let json = try? response.json().root,
            json["token_type"].string.map({ $0.lowercased() == "bearer" }) ?? true,
            let text = json["access_token"].string.flatMap({ Secret($0) })
        else { return nil }
        self.text = text
        // One that does not say how long it holds is not trusted for long.
        let seconds = min(max(json["expires_in"].double ?? Self.usualLife, 0), Self.longestLife)
        renewal = now + .seconds(seconds - min(Self.margin, seconds / 10))
    }

    /// In seconds: so long before its end, a token may end on the way.
    private static let margin = 60.0
    private static let usualLife = 300.0
    private static let longestLife = 86_400.0
}

extension Response {
    /// Whether a token is refused that was good once (RFC 6750, 3.1).
    var refusesToken: Bool {
        status == 401
            && headers.lines(of: "WWW-Authenticate").contains {
                $0.lowercased().hasPrefix("bearer") && $0.contains("invalid_token")
            }
    }
}
