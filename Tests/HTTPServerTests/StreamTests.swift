import HTTPServer
import LoopbackClient
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StreamTests {
    private struct Failure: Error {}

    @Test("pieces arrive in order, as chunks", arguments: [1, 3, 1000])
    func sendsPieces(count: Int) async throws {
        let server = try HTTPServer { _ in
            HTTPServerResponse(
                body: .stream { writer in
                    for number in 0..<count { try await writer.write("\(number),") }
                })
        }
        let reply = try await LoopbackConnection.request("/", port: server.port)
        #expect(reply?["Transfer-Encoding"] == "chunked")
        #expect(reply?.text == (0..<count).map { "\($0)," }.joined())
        #expect(reply?.isComplete == true)
    }

    @Test("a piece larger than any buffer arrives whole, and an empty piece sends nothing")
    func sendsLargePiece() async throws {
        let piece = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let server = try HTTPServer { _ in
            HTTPServerResponse(
                body: .stream { writer in
                    try await writer.write([])
                    try await writer.write(piece)
                })
        }
        let reply = try await LoopbackConnection.request("/", port: server.port)
        #expect(reply?.body == piece)
        #expect(reply?.isComplete == true)
    }

    @Test("a piece is sent before the next is written")
    func sendsAtOnce() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let server = try HTTPServer { _ in
            HTTPServerResponse(
                body: .stream { writer in
                    try await writer.write("first")
                    for await _ in gate.stream { break }
                    try await writer.write("second")
                })
        }
        let connection = try LoopbackConnection(port: server.port)
        try await connection.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        var bytes: [UInt8] = []
        while LoopbackReply(bytes)?.text != "first" { bytes += try await connection.read() }
        gate.continuation.yield()
        bytes += try await connection.readToEnd()
        #expect(LoopbackReply(bytes)?.text == "firstsecond")
    }

    @Test("an error in the writer cuts the body off")
    func cutsOnError() async throws {
        let server = try HTTPServer { _ in
            HTTPServerResponse(
                body: .stream { writer in
                    try await writer.write("begun")
                    throw Failure()
                })
        }
        let reply = try await LoopbackConnection.request("/", port: server.port)
        #expect(reply?.text == "begun")
        #expect(reply?.isComplete == false)
    }

    @Test("a client that does not read holds the writer back")
    func holdsWriterBack() async throws {
        let written = Atomic(0)
        let server = try HTTPServer { _ in
            HTTPServerResponse(
                body: .stream { writer in
                    while true {
                        try await writer.write([UInt8](repeating: 0, count: 65536))
                        written.add(1, ordering: .relaxed)
                    }
                })
        }
        let connection = try LoopbackConnection(port: server.port)
        try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        var last = -1
        while last != written.load(ordering: .relaxed) || last <= 0 {
            last = written.load(ordering: .relaxed)
            try await Task.sleep(for: .milliseconds(200))
        }
        #expect(last < 1000)
    }

    @Test("HEAD does not run the writer")
    func leavesWriterAlone() async throws {
        let runs = Atomic(0)
        let server = try HTTPServer { _ in
            HTTPServerResponse(body: .stream { _ in runs.add(1, ordering: .relaxed) })
        }
        let reply = try await LoopbackConnection.request("/", port: server.port, method: "HEAD")
        #expect(reply?.status == 200)
        server.stop()
        #expect(runs.load(ordering: .relaxed) == 0)
    }

    @Test("a writer is cancelled when its client disconnects, even while it writes nothing")
    func cancelsWriter() async throws {
        let ended = AsyncStream<Bool>.makeStream()
        let server = try HTTPServer { _ in
            HTTPServerResponse(
                body: .stream { writer in
                    try await writer.write("begun")
                    try? await Task.sleep(for: .seconds(3600))
                    ended.continuation.yield(Task.isCancelled)
                })
        }
        let connection = try LoopbackConnection(port: server.port)
        try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try await connection.read()
        connection.hangUp()
        var endings = ended.stream.makeAsyncIterator()
        #expect(await endings.next() == true)
        withExtendedLifetime(server) {}
    }
}
