import HTTPServer
import LoopbackClient
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTPServerTests {
    private func echo() throws -> HTTPServer {
        try HTTPServer { request in
            let lines = [
                request.method, request.path, request.rawQuery ?? "-", request.remoteAddress,
                request.headers["x-test"] ?? "-", String(decoding: request.body, as: UTF8.self),
            ]
            return .text(lines.joined(separator: "\n"))
        }
    }

    @Test("the handler sees the whole request")
    func handsOverRequest() async throws {
        let server = try echo()
        let reply = try await LoopbackConnection.request(
            "/a%20b?c=d", port: server.port, method: "POST", headers: ["X-Test: yes"], body: "hello")
        #expect(reply?.status == 200)
        #expect(reply?["Content-Type"] == "text/plain; charset=utf-8")
        #expect(reply?.text == "POST\n/a b\nc=d\n127.0.0.1\nyes\nhello")
        #expect(reply?["Date"] != nil)
    }

    @Test("the handler sets the status and the headers", arguments: [200, 204, 302, 404, 429, 503])
    func sendsStatus(status: Int) async throws {
        let server = try HTTPServer { _ in
            HTTPServerResponse(status: status, headers: ["X-One": "1", "X-Two": "2"])
        }
        let reply = try await LoopbackConnection.request("/", port: server.port)
        #expect(reply?.status == status)
        #expect(reply?["x-one"] == "1")
        #expect(reply?["x-two"] == "2")
    }

    @Test("HEAD returns the length and no body")
    func answersHead() async throws {
        let server = try HTTPServer { _ in .text("twelve bytes") }
        let reply = try await LoopbackConnection.request("/", port: server.port, method: "HEAD")
        #expect(reply?["Content-Length"] == "12")
        #expect(reply?.body == [])
    }

    @Test(
        "a Range header applies to GET and to no other method",
        arguments: [("GET", 206), ("HEAD", 200), ("PUT", 200)])
    func ranges(method: String, status: Int) async throws {
        let server = try HTTPServer { .text("twelve bytes").honouringRange(askedFor: $0.headers) }
        let connection = try LoopbackConnection(port: server.port)
        try await connection.send("\(method) / HTTP/1.1\r\nHost: x\r\nRange: bytes=0-3\r\n\r\n")
        #expect(LoopbackReply(try await connection.read())?.status == status)
    }

    @Test("a connection serves many requests")
    func keepsAlive() async throws {
        let server = try echo()
        let connection = try LoopbackConnection(port: server.port)
        for path in ["/one", "/two", "/three"] {
            try await connection.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
            let reply = try #require(LoopbackReply(try await connection.read()))
            #expect(reply.text.contains(path))
            #expect(reply.isComplete)
        }
    }

    @Test("a query with thousands of parameters reaches the handler whole", arguments: ["&", "a=1&"])
    func manyParameters(parameter: String) async throws {
        let query = String(repeating: parameter, count: 5_000)
        let server = try HTTPServer { request in .text("\(request.target.rawQuery?.utf8.count ?? 0)") }
        let reply = try await LoopbackConnection.request("/?\(query)", port: server.port)
        #expect(reply?.text == "\(query.utf8.count)")
    }

    @Test("many clients are served at once")
    func servesManyAtOnce() async throws {
        let server = try HTTPServer { request in
            try? await Task.sleep(for: .milliseconds(20))
            return .text(request.path)
        }
        let port = server.port
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    try await LoopbackConnection.request("/\(number)", port: port)?.text == "/\(number)"
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test(
        "a path that cannot be decoded safely gets 400",
        arguments: ["/%00", "/a/../b", "/%2e%2e/etc", "/%", "*"])
    func refusesPath(target: String) async throws {
        let server = try echo()
        #expect(try await LoopbackConnection.request(target, port: server.port)?.status == 400)
    }

    @Test("an answer that is not valid HTTP becomes a 500", arguments: ["a\r\nSet-Cookie: b=c", "a\nb"])
    func refusesHeader(value: String) async throws {
        let server = try HTTPServer { _ in HTTPServerResponse(headers: ["X-Test": value]) }
        let reply = try #require(try await LoopbackConnection.request("/", port: server.port))
        #expect(reply.status == 500)
        #expect(reply["Set-Cookie"] == nil)
    }

    @Test("a body shorter than its declared length ends the connection", arguments: ["", "half"])
    func cutsBody(sent: String) async throws {
        let server = try HTTPServer { _ in
            HTTPServerResponse(body: .cut(Array(sent.utf8), declaredLength: 100))
        }
        let reply = try await LoopbackConnection.request("/", port: server.port)
        #expect(reply?["Content-Length"] == "100")
        #expect(reply?.text == sent)
        #expect(reply?.isComplete == false)
    }

    @Test("a large body arrives whole")
    func sendsLargeBody() async throws {
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try HTTPServer { _ in HTTPServerResponse(body: .bytes(body)) }
        #expect(try await LoopbackConnection.request("/", port: server.port)?.body == body)
    }
}
