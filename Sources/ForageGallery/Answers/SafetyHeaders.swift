internal import ForageCore
internal import HTTPServer

/// What every answer tells a browser about what it may do with it.
struct SafetyHeaders: Sendable {
    private let fields: HTTPFields

    /// - Parameters:
    ///   - origins: Whose pictures the page shows from their own addresses.
    ///   - isShared: Whether others than this machine can come.
    init(showingPicturesOf origins: [Origin], isShared: Bool) {
        let pictures = (["'self'", "data:"] + origins.map(\.description)).joined(separator: " ")
        var fields: HTTPFields = [
            "Content-Security-Policy":
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src \(pictures); "
                + "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
        ]
        // From another machine over http a browser does not heed it, and complains.
        if !isShared { fields.append("Cross-Origin-Opener-Policy", "same-origin") }
        self.fields = fields
    }

    func added(to response: HTTPServerResponse) -> HTTPServerResponse {
        var response = response
        for field in fields { response.headers.append(field.name, field.value) }
        return response
    }
}
