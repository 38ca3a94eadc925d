import HTTPServer
import LoopbackClient
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RequestBodyTests {
    private func counting() throws -> HTTPServer {
        var limits = HTTPServer.Limits()
        limits.bodyBytes = 1000
        return try HTTPServer(limits: limits) { .text("\($0.body.count)") }
    }

    @Test(
        "a body up to the limit is accepted, a longer one refused",
        arguments: [(1000, 200), (1001, 413), (9999, 413)])
    func limitsDeclaredBody(count: Int, status: Int) async throws {
        let server = try counting()
        let body = String(repeating: "x", count: count)
        let reply = try await LoopbackConnection.request("/", port: server.port, method: "POST", body: body)
        #expect(reply?.status == status)
        if status == 200 { #expect(reply?.text == "\(count)") }
    }

    @Test("a chunked body has the same limit", arguments: [(1000, 200), (1001, 413)])
    func limitsChunkedBody(count: Int, status: Int) async throws {
        let server = try counting()
        let first = String(repeating: "x", count: 500)
        let second = String(repeating: "y", count: count - 500)
        let body = [first, second, ""].map { "\(String($0.count, radix: 16))\r\n\($0)\r\n" }.joined()
        let connection = try LoopbackConnection(port: server.port)
        try await connection.send(
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + body)
        #expect(LoopbackReply(try await connection.readToEnd())?.status == status)
    }

    @Test(
        "a body with two length headers is refused, and what follows is not read as a request",
        arguments: [
            ["Content-Length: 5", "Transfer-Encoding: chunked"], ["Content-Length: 5", "Content-Length: 50"],
            ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"],
        ])
    func refusesTwoEnds(headers: [String]) async throws {
        let server = try counting()
        let connection = try LoopbackConnection(port: server.port)
        try await connection.send(
            """
            POST / HTTP/1.1\r\nHost: x\r\n\(headers.joined(separator: "\r\n"))\r\n\r\n\
            0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: x\r\n\r\n
            """)
        let text = String(decoding: try await connection.readToEnd(), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 400 "))
        #expect(text.ranges(of: "HTTP/1.1 ").count == 1)
    }

    @Test("an endless body is cut off")
    func stopsEndlessBody() async throws {
        let server = try counting()
        let connection = try LoopbackConnection(port: server.port)
        try await connection.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "1000\r\n" + String(repeating: "x", count: 0x1000) + "\r\n"
        await #expect(throws: LoopbackFailure.self) {
            while true { try await connection.send(chunk) }
        }
    }

    @Test("headers beyond the limit are refused")
    func limitsHeaders() async throws {
        let server = try counting()
        let reply = try await LoopbackConnection.request(
            "/", port: server.port, headers: ["X-Long: " + String(repeating: "x", count: 100_000)])
        #expect(reply.map { (400...499).contains($0.status) } ?? true)
        #expect(try await LoopbackConnection.request("/", port: server.port)?.status == 200)
    }
}
