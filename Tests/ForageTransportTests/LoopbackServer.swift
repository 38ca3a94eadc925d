import ForageCore
import HTTPServer

/// A real server on this machine with one behaviour per path.
final class LoopbackServer: Sendable {
    private let server: HTTPServer

    init() throws {
        server = try HTTPServer { Self.answer($0) }
    }

    func url(_ path: String) -> WebURL { .loopback(server.port, path) }

    private static func answer(_ request: HTTPServerRequest) -> HTTPServerResponse {
        switch "/" + (request.path.split(separator: "/").last ?? "") {
        case "/hello": .text("hello")
        case "/echo": .text(description(of: request))
        case "/bytes": HTTPServerResponse(body: .bytes(PackedSamples.letters(number("count", in: request))))
        case "/packed": packed(request)
        case "/cut": HTTPServerResponse(body: .cut(Array("half of it".utf8), declaredLength: 1000))
        case "/endless":
            HTTPServerResponse(
                body: .stream { writer in
                    while true { try await writer.write(PackedSamples.letters(64 * 1024)) }
                })
        case "/range", "/wrong-range": ranged(request)
        case "/to": redirect(request)
        case "/chain": chain(request)
        case "/loop": HTTPServerResponse(status: 301, headers: ["Location": "/loop"])
        default: .text("no such page", status: 404)
        }
    }

    private static func description(of request: HTTPServerRequest) -> String {
        let target = [request.rawPath, request.rawQuery].compactMap(\.self).joined(separator: "?")
        let lines = request.headers.map { "\($0.name): \($0.value)" }
        return (["\(request.method) \(target)"] + lines).joined(separator: "\n")
    }

    private static func packed(_ request: HTTPServerRequest) -> HTTPServerResponse {
        let encoding = request.queryValue("as") ?? ""
        let sample = request.queryValue("sample").flatMap { PackedSamples.all[$0] } ?? []
        return HTTPServerResponse(headers: ["Content-Encoding": encoding], body: .bytes(sample))
    }

    private static func ranged(_ request: HTTPServerRequest) -> HTTPServerResponse {
        let start = request.path == "/range" ? 0 : 5
        return HTTPServerResponse(
            status: 206, headers: ["Content-Range": "bytes \(start)-\(start + 2)/100"],
            body: .bytes(Array("abc".utf8)))
    }

    private static func redirect(_ request: HTTPServerRequest) -> HTTPServerResponse {
        HTTPServerResponse(
            status: number("status", in: request),
            headers: ["Location": request.queryValue("location") ?? ""])
    }

    private static func chain(_ request: HTTPServerRequest) -> HTTPServerResponse {
        let left = number("left", in: request)
        if left == 0 { return .text("arrived") }
        return HTTPServerResponse(status: 302, headers: ["Location": "?left=\(left - 1)"])
    }

    private static func number(_ name: String, in request: HTTPServerRequest) -> Int {
        request.queryValue(name).flatMap { Int($0) } ?? 0
    }
}
