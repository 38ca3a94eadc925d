internal import HTTPServer

/// What every answer tells a browser about what it may do with it.
struct SafetyHeaders: Sendable {
    private let fields: HTTPFields

    /// - Parameter showsPicturesOfOthers: Whether the page shows pictures from services' own addresses. Which hosts
    ///   those are no service says.
    init(showsPicturesOfOthers: Bool) {
        let pictures = showsPicturesOfOthers ? "'self' data: https:" : "'self' data:"
        fields = [
            "Content-Security-Policy":
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src \(pictures); "
                + "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
        ]
    }

    func added(to response: HTTPServerResponse) -> HTTPServerResponse {
        var response = response
        for field in fields { response.headers.append(field.name, field.value) }
        return response
    }
}
