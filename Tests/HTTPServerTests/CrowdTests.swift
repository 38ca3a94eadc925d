import Dispatch
import HTTPServer
import LoopbackClient
import Testing

@Suite("A server with many clients", .timeLimit(.minutes(1)))
struct CrowdTests {
    private let limit = 32

    private func server(_ handler: @escaping HTTPServer.Handler = { .text($0.path) }) throws -> HTTPServer {
        var limits = HTTPServer.Limits()
        limits.connections = limit
        return try HTTPServer(limits: limits, handler: handler)
    }

    @Test(
        "connections without a complete request are closed when others connect, the longest silent first",
        arguments: [
            "", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nslow",
        ])
    func silent(sent: String) async throws {
        let server = try server()
        var silent: [LoopbackConnection] = []
        for _ in 0..<(10 * limit) {
            let connection = try LoopbackConnection(port: server.port)
            // A connection that is already closed cannot send any more.
            try? await connection.send(sent)
            silent.append(connection)
        }
        #expect(try await LoopbackConnection.request("/here", port: server.port)?.text == "/here")
        #expect((try? await silent[0].read())?.isEmpty != false)
    }

    @Test("idle connections are closed too, but not one whose request is being answered")
    func busy() async throws {
        let (asked, go) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let server = try server { request in
            if request.path == "/quick" { return .text("quick") }
            asked.continuation.yield()
            for await _ in go.stream { break }
            return .text("slow")
        }
        let port = server.port
        async let slow = LoopbackConnection.request("/slow", port: port)
        for await _ in asked.stream { break }
        var idle: [LoopbackConnection] = []
        for _ in 0..<(4 * limit) {
            let connection = try LoopbackConnection(port: port)
            try await connection.send("GET /quick HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(LoopbackReply(try await connection.read())?.text == "quick")
            idle.append(connection)
        }
        #expect((try? await idle[0].read())?.isEmpty != false)
        go.continuation.finish()
        #expect(try await slow?.text == "slow")
    }

    @Test("when every connection is busy a new client gets 503, and is served once one is free")
    func full() async throws {
        let (asked, go) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let server = try server { _ in
            asked.continuation.yield()
            for await _ in go.stream {}
            return .text("done")
        }
        let port = server.port
        try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<limit {
                group.addTask { try await LoopbackConnection.request("/", port: port)?.text }
            }
            var count = 0
            for await _ in asked.stream {
                count += 1
                if count == limit { break }
            }
            for _ in 0..<3 {
                let refused = try await LoopbackConnection.request("/", port: port)
                #expect(refused?.status == 503)
                #expect(refused?["Retry-After"] == "1")
                #expect(refused?["Connection"]?.lowercased() == "close")
            }
            go.continuation.finish()
            for try await text in group { #expect(text == "done") }
        }
        #expect(try await LoopbackConnection.request("/", port: port)?.text == "done")
    }

    @Test("clients that read slowly do not delay others, and still get their whole answer")
    func slowReaders() async throws {
        let body = (0..<(8 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        let server = try server {
            $0.path == "/long" ? HTTPServerResponse(body: .bytes(body)) : .text("here")
        }
        let slow = try (0..<(limit - 2)).map { _ in try LoopbackConnection(port: server.port) }
        for connection in slow {
            try await connection.send("GET /long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(try await !connection.read(limit: 1).isEmpty)
        }
        for _ in 0..<5 {
            #expect(try await LoopbackConnection.request("/", port: server.port)?.text == "here")
        }
        let rest = try await slow[0].readToEnd()
        #expect(rest.suffix(body.count) == body[...])
    }
}

@Suite("A client that closes its sending side", .timeLimit(.minutes(1)))
struct HalfClosedTests {
    private func ask(_ server: HTTPServer, _ text: String) async throws -> [UInt8] {
        let connection = try LoopbackConnection(port: server.port)
        try await connection.send(text)
        connection.finishSending()
        return try await connection.readToEnd()
    }

    @Test(
        "a client that finished sending gets an immediate answer of any length",
        arguments: [1, 100_000, 8_000_000],
        [false, true])
    func ready(count: Int, isLater: Bool) async throws {
        let body = [UInt8](repeating: 7, count: count)
        let server = try HTTPServer { _ in
            isLater
                ? .later { HTTPServerResponse(body: .bytes(body)) }
                : .ready(HTTPServerResponse(body: .bytes(body)))
        }
        let reply = LoopbackReply(try await ask(server, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
        #expect(reply?.body.count == count)
        #expect(reply?.isComplete == true)
    }

    @Test("a client whose request and end arrive together is answered and disconnected")
    func together() async throws {
        let (asked, go) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
        var limits = HTTPServer.Limits()
        limits.threads = 1
        let server = try HTTPServer(limits: limits) { request in
            if request.path == "/block" {
                asked.continuation.yield()
                go.wait()
            }
            return .ready(.text(request.path))
        }
        let port = server.port
        async let blocked = LoopbackConnection.request("/block", port: port)
        for await _ in asked.stream { break }
        let connection = try LoopbackConnection(port: port)
        try await connection.send("GET /here HTTP/1.1\r\nHost: x\r\n\r\n")
        connection.finishSending()
        go.signal()
        #expect(LoopbackReply(try await connection.readToEnd())?.text == "/here")
        #expect(try await blocked?.text == "/block")
    }

    @Test("a slow answer is cancelled, because the client may have left")
    func later() async throws {
        let ended = AsyncStream<Bool>.makeStream()
        let server = try HTTPServer(handler: { _ in
            try? await Task.sleep(for: .seconds(3600))
            ended.continuation.yield(Task.isCancelled)
            return .text("too late")
        })
        let reply = LoopbackReply(try await ask(server, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
        #expect(reply == nil || reply?.status == 503)
        var endings = ended.stream.makeAsyncIterator()
        #expect(await endings.next() == true)
    }

    @Test(
        "a client that stops in the middle of a request is disconnected",
        arguments: ["", "GET / HT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"])
    func part(sent: String) async throws {
        let server = try HTTPServer(handler: { _ in .text("whole") })
        let reply = LoopbackReply(try await ask(server, sent))
        #expect(reply == nil || reply?.status == 400)
    }
}
