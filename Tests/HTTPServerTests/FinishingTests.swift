import HTTPServer
import LoopbackClient
import Testing

@Suite("Shutting down a server", .timeLimit(.minutes(1)))
struct FinishingTests {
    @Test("accepted requests are answered, later ones are refused with the server's own text")
    func finishes() async throws {
        let (asked, go) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let server = try HTTPServer(refusing: { .text("\($0): \($1)", status: $0) }) { request in
            if request.path == "/quick" { return .text("quick") }
            asked.continuation.yield()
            for await _ in go.stream { break }
            return .text("whole")
        }
        let port = server.port
        async let first = LoopbackConnection.request("/slow", port: port)
        for await _ in asked.stream { break }
        async let end: Void = server.finish(within: .seconds(50))
        var late: LoopbackReply?
        while late?.status != 503 { late = try await LoopbackConnection.request("/quick", port: port) }
        #expect(late?.text == "503: The server abandoned this request.")
        go.continuation.yield()
        #expect(try await first?.text == "whole")
        await end
    }

    @Test("a cancelled shutdown does not wait for requests")
    func cancelled() async throws {
        let (asked, go) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let server = try HTTPServer { _ in
            asked.continuation.yield()
            for await _ in go.stream { break }
            return .text("whole")
        }
        async let answer = LoopbackConnection.request("/", port: server.port)
        for await _ in asked.stream { break }
        let end = Task { await server.finish(within: .seconds(600)) }
        end.cancel()
        await end.value
        #expect(try await answer?.status == 503)
    }

    @Test(
        "shutdown does not wait for a request that is incomplete",
        arguments: [
            "GET /slow HTTP/1.1\r\nHost: x\r\n",
            "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc",
        ])
    func halfAsked(start: String) async throws {
        var limits = HTTPServer.Limits()
        limits.idleSeconds = 600
        let server = try HTTPServer(limits: limits) { _ in .text("whole") }
        let connection = try LoopbackConnection(port: server.port)
        try await connection.send(start)
        #expect(try await LoopbackConnection.request("/", port: server.port)?.text == "whole")
        // Longer than this test may run.
        await server.finish(within: .seconds(600))
    }
}
