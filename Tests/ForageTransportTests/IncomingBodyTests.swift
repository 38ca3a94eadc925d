import ForageCore
import Testing

@testable import ForageTransport

@Suite("Streaming a body", .timeLimit(.minutes(1)))
struct IncomingBodyTests {
    @Test("the body arrives whole and in order, even if read slowly", arguments: [0, 1, 5_000_000])
    func whole(count: Int) async throws {
        let server = try LoopbackServer()
        let body = CurlEngine().open(Transfer(server.url("/bytes?count=\(count)"), bodyLimit: .max))
        #expect(try await body.head().status == 200)
        var bytes: [UInt8] = []
        while let piece = try await body.next() {
            #expect(piece.count <= 512 * 1024)
            bytes += piece
            if bytes.count < 1_000_000 { try await Task.sleep(for: .milliseconds(1)) }
        }
        #expect(bytes == PackedSamples.letters(count))
        #expect(try await body.next() == nil)
    }

    @Test("an unread body holds its sender back, and releasing it closes the connection")
    func heldBack() async throws {
        let server = try RawServer(
            .readRequest, .say("HTTP/1.1 200 OK\r\n\r\n"), .sayForEver([UInt8](repeating: 7, count: 65_536)))
        let engine = CurlEngine()
        do {
            let body = engine.open(Transfer(server.url(), bodyLimit: .max))
            for _ in 0..<20 { #expect(try #require(try await body.next()).count <= 512 * 1024) }
        }
        await engine.shutDown()
        withExtendedLifetime(server) {}
    }

    @Test("a body that ends early fails after its last bytes")
    func cutOff() async throws {
        let server = try LoopbackServer()
        let body = CurlEngine().open(Transfer(server.url("/cut"), bodyLimit: .max))
        #expect(try await body.next() == Array("half of it".utf8))
        await #expect(throws: TransferError.brokenOff(host: "127.0.0.1")) { try await body.next() }
    }

    @Test("a body with only a few bytes per second is given up")
    func dripping() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\nabc"
        let drops = (0..<150).flatMap { _ in [RawServer.Act.pause(milliseconds: 200), .say("d")] }
        let server = try RawServer(acts: [.readRequest, .say(head)] + drops)
        var settings = CurlSettings()
        settings.stallTimeout = .seconds(2)
        var transfer = Transfer(server.url(), bodyLimit: .max)
        transfer.isStreamed = true
        let body = CurlEngine(settings).open(transfer)
        await #expect(throws: TransferError.timedOut(host: "127.0.0.1", .body)) {
            while try await body.next() != nil {}
        }
    }

    @Test("cancelling the reader ends the body at once")
    func cancelled() async throws {
        let server = try RawServer(.readRequest, .wait)
        let body = CurlEngine().open(Transfer(server.url(), bodyLimit: .max))
        let task = Task { try await body.head().status }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: TransferError.cancelled) { try await task.value }
        await server.hangUp()
    }

    @Test("without an answer there is no head")
    func unreachable() async throws {
        let body = CurlEngine().open(Transfer("http://127.0.0.1:1/", bodyLimit: .max))
        await #expect(throws: TransferError.self) { try await body.head() }
    }
}
