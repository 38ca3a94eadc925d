import ForageCore
import Testing

@testable import ForageTransport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

struct CurlEngineTests {
    private let engine = CurlEngine()
    private let server: LoopbackServer

    init() throws { server = try LoopbackServer() }

    @Test("a page arrives whole, with its status and headers")
    func page() async throws {
        let reply = try await engine.perform(Transfer(server.url("/hello"), bodyLimit: 5))
        #expect(reply.status == 200)
        #expect(reply.headers["content-type"] == "text/plain; charset=utf-8")
        #expect(reply.text == "hello")
        #expect(reply.completeness == .whole)
    }

    @Test("an error status is a normal reply")
    func failedStatus() async throws {
        let reply = try await engine.perform(Transfer(server.url("/nothing"), bodyLimit: 100))
        #expect(reply.status == 404)
        #expect(reply.text == "no such page")
    }

    @Test(
        "method and headers are sent unchanged, even an empty header",
        arguments: [Endpoint.Method.get, .post])
    func request(method: Endpoint.Method) async throws {
        let headers: Headers = ["X-One": "1; 2", "X-Empty": "", "Accept": "application/json"]
        let transfer = Transfer(
            server.url("/echo?a=%20b"), method: method, headers: headers, bodyLimit: 1000)
        let lines = try await engine.perform(transfer).text.split(separator: "\n")
        #expect(lines.first == "\(method.text) /echo?a=%20b")
        #expect(lines.contains("X-One: 1; 2"))
        #expect(lines.contains("X-Empty: "))
        #expect(lines.filter { $0.hasPrefix("Accept:") } == ["Accept: application/json"])
    }

    @Test("HEAD returns only the headers")
    func head() async throws {
        let reply = try await engine.perform(Transfer(server.url("/hello"), method: .head, bodyLimit: 5))
        #expect(reply.headers["Content-Length"] == "5")
        #expect(reply.body.isEmpty)
        #expect(reply.completeness == .whole)
    }

    @Test("many simultaneous transfers each get their own answer", arguments: [32, 300])
    func manyAtOnce(count: Int) async throws {
        let lengths = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for length in 1...count {
                group.addTask {
                    let url = server.url("/bytes?count=\(length * 100)")
                    return (length, try await engine.perform(Transfer(url, bodyLimit: 100_000)).body.count)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(lengths.count == count)
        #expect(lengths.allSatisfy { $0.0 * 100 == $0.1 })
    }

    @Test("compressed bodies are decompressed", arguments: ["gzip", "br"])
    func packed(encoding: String) async throws {
        let url = server.url("/packed?as=\(encoding)&sample=\(encoding)")
        let reply = try await engine.perform(Transfer(url, bodyLimit: 1000))
        #expect(reply.text == PackedSamples.text)
        let accepted = try await engine.perform(Transfer(server.url("/echo"), bodyLimit: 1000)).text
        #expect(accepted.contains(encoding))
    }

    @Test("a small compressed body that becomes huge is stopped at the limit")
    func bomb() async throws {
        let url = server.url("/packed?as=gzip&sample=bomb")
        let reply = try await engine.perform(Transfer(url, bodyLimit: 1000))
        #expect(reply.body == PackedSamples.letters(1000))
        #expect(reply.completeness == .stoppedAtLimit)
    }

    @Test("a body over the limit is stopped there, and one of exactly the limit is whole")
    func bodyLimit() async throws {
        let url = server.url("/bytes?count=100000")
        let whole = try await engine.perform(Transfer(url, bodyLimit: 100_000))
        #expect(whole.body.count == 100_000)
        #expect(whole.completeness == .whole)
        let stopped = try await engine.perform(Transfer(url, bodyLimit: 99_999))
        #expect(stopped.body.count == 99_999)
        #expect(stopped.completeness == .stoppedAtLimit)
    }

    @Test("an endless body is stopped at the limit")
    func endless() async throws {
        let reply = try await engine.perform(Transfer(server.url("/endless"), bodyLimit: 1_000_000))
        #expect(reply.body.count == 1_000_000)
        #expect(reply.completeness == .stoppedAtLimit)
    }

    @Test("a truncated body keeps the bytes received")
    func cutOff() async throws {
        let reply = try await engine.perform(Transfer(server.url("/cut"), bodyLimit: 10_000))
        #expect(reply.text == "half of it")
        #expect(reply.completeness == .cutOff)
    }

    @Test("a thousand requests one after the other leave no sockets open")
    func noLeaks() async throws {
        let before = openDescriptorCount()
        for _ in 0..<1000 {
            let reply = try await engine.perform(Transfer(server.url("/hello"), bodyLimit: 5))
            #expect(reply.text == "hello")
        }
        // Other suites open sockets meanwhile.
        #expect(openDescriptorCount() - before < 500)
    }

    private func openDescriptorCount() -> Int {
        (CInt(0)..<4096).count { fcntl($0, F_GETFD) != -1 }
    }
}

extension TransferReply {
    var text: String { String(decoding: body, as: UTF8.self) }
}
