internal import HTTPServer

/// An answer that repeats the request wherever there is room, as careless servers do: a client has to cope with its
/// own keys coming back.
struct Echo: Sendable {
    let request: HTTPServerRequest
    /// Where a redirect goes, which is followed once.
    let location: String?

    func response(status: Int) -> HTTPServerResponse {
        let sent = sent
        let body: JSONLiteral = [
            "stat": "fail", "code": 100, "message": .string(sent), "errors": [.string(sent)],
            "error": .string(sent), "packed": .string(Self.base64(Array(sent.utf8))),
        ]
        var response = HTTPServerResponse(
            status: status, headers: ["Content-Type": "application/json"], body: .bytes(body.bytes()))
        response.headers["ETag"] = "\"\(Self.base64(Array(sent.utf8)))\""
        response.headers["X-Echo"] = sent
        if status == 401 { response.headers["WWW-Authenticate"] = "Bearer realm=\"\(sent)\"" }
        if (300...399).contains(status) { response.headers["Location"] = location }
        return response
    }

    /// As it was sent, and what of it was encoded.
    private var sent: String {
        let parameters = request.query.map { "\($0.name)=\($0.value)" }
        let fields = request.headers.map { "\($0.name): \($0.value)" }
        return ([request.rawPath, request.rawQuery ?? ""] + parameters + fields).joined(separator: " ")
            .filter { $0 != "\"" && $0.isASCII }
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let text = stride(from: 0, to: bytes.count, by: 3).flatMap { start in
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            return (0...group.count).map { letters[bits >> (18 - 6 * $0) & 63] }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
