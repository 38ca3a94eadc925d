import ForageCore
import TestWording
import Testing

@testable import ForageTransport

/// Errors of failed exchanges, each against a server with that fault.
@Suite(.timeLimit(.minutes(1)))
struct CurlEngineFailureTests {
    private let engine = CurlEngine()

    @Test(
        "a missing library has to be installed, and one that cannot be opened does not",
        arguments: [
            ("libcurl.so.4: cannot open shared object file: No such file or directory", true),
            ("dlopen(libcurl.4.dylib, 0x0001): tried: 'libcurl.4.dylib' (no such file)", true),
            ("libcurl.so.4: cannot open shared object file: Too many open files", false),
        ])
    func missingLibrary(reason: String, isMissing: Bool) {
        #expect("\(TransferError.noLibrary(reason))".contains("install it with") == isMissing)
    }

    @Test("a host name without an address is unresolved")
    func unresolved() async {
        await #expect(throws: TransferError.unresolved(host: "missing.invalid")) {
            try await engine.perform(Transfer("http://missing.invalid/", bodyLimit: 10))
        }
    }

    @Test("a port without a server is unreachable")
    func unreachable() async throws {
        let port = try { try RawServer().port }()
        #expect(await failure(of: Transfer(.loopback(port, "/"), bodyLimit: 10))?.kind == "unreachable")
    }

    @Test("a server without TLS is insecure")
    func insecure() async throws {
        let server = try RawServer(.say("no TLS here\r\n\r\n"))
        let url = try #require(WebURL("https://127.0.0.1:\(server.port)/"))
        #expect(await failure(of: Transfer(url, bodyLimit: 10))?.kind == "insecure")
    }

    @Test(
        "an answer that is not HTTP is malformed",
        arguments: ["hello\r\n", "HTTP/0.9 hello\r\n\r\n", "HTTP/1.1 OK\r\n\r\n", "HTTP/7.1 200 OK\r\n\r\n"])
    func malformed(answer: String) async throws {
        let server = try RawServer(.readRequest, .say(answer))
        #expect(await failure(of: Transfer(server.url(), bodyLimit: 10))?.kind == "malformed")
    }

    @Test("an endless header is malformed", arguments: ["A: b\r\n", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"])
    func endlessHeader(piece: String) async throws {
        let server = try RawServer(
            .readRequest, .say("HTTP/1.1 200 OK\r\nA: "), .sayForEver(Array(piece.utf8)))
        #expect(await failure(of: Transfer(server.url(), bodyLimit: 10))?.kind == "malformed")
    }

    @Test("after an answer longer than its length, the next on the connection is cut off")
    func spoilt() async throws {
        let server = try RawServer(
            .readRequest, .say("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"), .readRequest,
            .say("of before\r\n\r\n"))
        #expect(try await engine.perform(Transfer(server.url(), bodyLimit: 10)).body == Array("a".utf8))
        #expect(await failure(of: Transfer(server.url(), bodyLimit: 10)) == .cutOff(host: "127.0.0.1"))
    }

    @Test(
        "a connection closed before the end of the header is cut off",
        arguments: ["", "HTTP/1.1 200 OK\r\nA: 1\r\n"])
    func cutOff(answer: String) async throws {
        let server = try RawServer(.readRequest, .say(answer))
        let transfer = Transfer(server.url(), bodyLimit: 10)
        #expect(await failure(of: transfer) == .cutOff(host: "127.0.0.1"))
    }

    @Test("a body in an invalid compression is malformed")
    func badEncoding() async throws {
        let server = try RawServer(
            .readRequest, .say("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello"))
        #expect(await failure(of: Transfer(server.url(), bodyLimit: 10))?.kind == "malformed")
    }

    @Test(
        "a body that libcurl cannot decompress is reported as such",
        arguments: [("gzip", "twice"), ("gzip", "gzip%2B"), ("br", "br%2B")])
    func packed(encoding: String, sample: String) async throws {
        let server = try LoopbackServer()
        let url = server.url("/packed?as=\(encoding)&sample=\(sample)")
        let failure = await failure(of: Transfer(url, bodyLimit: 1_000))
        #expect(failure == .packed(host: "127.0.0.1"))
        #expect(failure?.description.hasSuffix("is compressed in a way that cannot be decoded") == true)
        #expect(failure.map(FetchError.init) == .broken(failure?.description ?? ""))
    }

    @Test(
        "a silent server times out in the phase it was in",
        arguments: [
            ("", TransferError.Phase.answer), ("HTTP/1.1 200 OK\r\nA: 1\r\n", .answer),
            ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", .body),
        ])
    func silence(answer: String, phase: TransferError.Phase) async throws {
        let server = try RawServer(.readRequest, .say(answer), .wait)
        let expected = TransferError.timedOut(host: "127.0.0.1", phase)
        let transfer = Transfer(server.url(), bodyLimit: 10, deadline: .now + .milliseconds(100))
        #expect(await failure(of: transfer) == expected)
        await server.hangUp()
    }

    @Test("a silent server is given up before the deadline")
    func stall() async throws {
        let server = try RawServer(.readRequest, .wait)
        var settings = CurlSettings()
        settings.stallTimeout = .seconds(1)
        await #expect(throws: TransferError.timedOut(host: "127.0.0.1", .answer)) {
            try await CurlEngine(settings).perform(Transfer(server.url(), bodyLimit: 10))
        }
    }

    @Test("a transfer waiting for a free connection keeps its deadline")
    func deadlineInTheQueue() async throws {
        let server = try RawServer(.readRequest, .wait)
        var settings = CurlSettings()
        settings.connectionsPerHost = 1
        let engine = CurlEngine(settings)
        let first = Task { try await engine.perform(Transfer(server.url(), bodyLimit: 10)) }
        while server.requests.isEmpty { await Task.yield() }
        let second = Transfer(server.url(), bodyLimit: 10, deadline: .now + .milliseconds(50))
        await #expect(throws: TransferError.timedOut(host: "127.0.0.1", .connection)) {
            try await engine.perform(second)
        }
        first.cancel()
        await #expect(throws: TransferError.cancelled) { try await first.value }
    }

    @Test("every error is one sentence that names the host but not the address")
    func sentences() async {
        let url: WebURL = "http://missing.invalid/path?key=canary"
        let sentence = await failure(of: Transfer(url, bodyLimit: 1)).map(\.description)
        #expect(sentence == Wording.Services.unresolved("missing.invalid"))
    }

    private func failure(of transfer: Transfer) async -> TransferError? {
        do {
            _ = try await engine.perform(transfer)
            return nil
        } catch { return error }
    }
}

extension TransferError {
    /// The name of its case.
    fileprivate var kind: String { Mirror(reflecting: self).children.first?.label ?? description }
}
