import HTTPServer
import LoopbackClient
import TestWording
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LifetimeTests {
    private let waiting = AsyncStream<Void>.makeStream()
    private let ended = AsyncStream<Bool>.makeStream()

    /// A server whose handler waits for an hour; it reports when it starts and how it ended.
    private func patient(handling: Duration = .seconds(60)) throws -> HTTPServer {
        var limits = HTTPServer.Limits()
        limits.handling = handling
        let (begin, end) = (waiting.continuation, ended.continuation)
        return try HTTPServer(limits: limits) { _ in
            begin.yield()
            try? await Task.sleep(for: .seconds(3600))
            end.yield(Task.isCancelled)
            return .text("too late")
        }
    }

    private func begun() async { for await _ in waiting.stream { break } }

    private func wasCancelled() async -> Bool? {
        var endings = ended.stream.makeAsyncIterator()
        return await endings.next()
    }

    @Test("a handler is cancelled when its client disconnects")
    func cancelsHandler() async throws {
        let server = try patient()
        let connection = try LoopbackConnection(port: server.port)
        try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await begun()
        connection.hangUp()
        #expect(await wasCancelled() == true)
        withExtendedLifetime(server) {}
    }

    @Test("a handler that takes too long is cancelled, and its client gets 503")
    func limitsHandling() async throws {
        let server = try patient(handling: .milliseconds(50))
        #expect(try await LoopbackConnection.request("/", port: server.port)?.status == 503)
        #expect(await wasCancelled() == true)
    }

    @Test("stopping the server cancels waiting handlers, sends their clients 503 and frees the port")
    func stops() async throws {
        let server = try patient()
        let port = server.port
        async let reply = LoopbackConnection.request("/", port: port)
        await begun()
        server.stop()
        server.stop()
        #expect(try await reply?.status == 503)
        #expect(await wasCancelled() == true)
        #expect(throws: LoopbackFailure.self) { try LoopbackConnection(port: port) }
        #expect(try HTTPServer(port: port) { _ in .text("") }.port == port)
    }

    @Test("stopping the server cuts off an endless stream")
    func stopsStream() async throws {
        let server = try HTTPServer { _ in
            HTTPServerResponse(body: .stream { writer in while true { try await writer.write("more") } })
        }
        let connection = try LoopbackConnection(port: server.port)
        try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try await connection.read()
        server.stop()
        _ = try? await connection.readToEnd()
    }

    @Test("releasing the server object stops it")
    func stopsWhenReleased() throws {
        var server: HTTPServer? = try HTTPServer { _ in .text("") }
        let port = try #require(server?.port)
        server = nil
        #expect(throws: LoopbackFailure.self) { try LoopbackConnection(port: port) }
    }

    @Test("a silent connection is closed after the idle time")
    func closesSilentConnection() async throws {
        var limits = HTTPServer.Limits()
        limits.idleSeconds = 1
        let server = try HTTPServer(limits: limits) { _ in .text("") }
        let connection = try LoopbackConnection(port: server.port)
        try await connection.send("GET / HT")
        _ = try await connection.readToEnd()
        withExtendedLifetime(server) {}
    }

    @Test("a port in use is an error that names the port")
    func refusesPortInUse() throws {
        let first = try HTTPServer { _ in .text("") }
        let failure = #expect(throws: HTTPServerError.self) {
            try HTTPServer(port: first.port) { _ in .text("") }
        }
        #expect(failure?.description.contains("port \(first.port): Address already in use") == true)
        #expect(failure?.description.hasSuffix(". Another program may be using it.") == true)
    }

    @Test("an address of another machine is an error that does not blame another program")
    func refusesForeignAddress() throws {
        let failure = #expect(throws: HTTPServerError.self) {
            try HTTPServer(address: "192.0.2.1") { _ in .text("") }
        }
        #expect(
            failure?.description.hasPrefix("\(Wording.Services.cannotListen(on: "192.0.2.1", port: 0)): ")
                == true)
        #expect(failure?.description.contains("program") == false)
    }

    @Test(
        "an invalid address or port is an error",
        arguments: [
            ("localhost", 0, HTTPServerError.unusableAddress("localhost")),
            ("127.0.0.1", 65536, .unusablePort(65536)), ("127.0.0.1", -1, .unusablePort(-1)),
        ])
    func refusesAddress(address: String, port: Int, expected: HTTPServerError) {
        let failure = #expect(throws: HTTPServerError.self) {
            try HTTPServer(address: address, port: port) { _ in .text("") }
        }
        #expect(failure == expected)
        #expect(failure?.description.hasSuffix(".") == true)
    }
}
