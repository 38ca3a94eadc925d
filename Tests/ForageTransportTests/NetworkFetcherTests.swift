import ForageCore
import TestWording
import Testing

@testable import ForageTransport

@Suite(.timeLimit(.minutes(1)))
struct NetworkFetcherTests {
    private let server: LoopbackServer
    private let fetcher = SampleProvider.fetcher()

    init() throws { server = try LoopbackServer() }

    @Test("query and headers arrive as the endpoint says, with a user agent")
    func request() async throws {
        let endpoint = Endpoint.get(server.url("/echo?a=1#part")).query("q", "töpfe & pans").header(
            "X-One", "1")
        let response = try await fetch(endpoint)
        #expect(response.lines.first == "GET /echo?a=1&q=t%C3%B6pfe%20%26%20pans")
        #expect(response.lines.contains("X-One: 1"))
        #expect(response.lines.contains("User-Agent: Forage/0.0.0 (https://forage.example/about)"))
        #expect(response.url == server.url("/echo?a=1&q=t%C3%B6pfe%20%26%20pans"))
    }

    @Test(
        "the user agent contains the program's name and the known addresses",
        arguments: [
            (nil, nil, "Forage/1.0"),
            (nil, "ann@birds.example", "Forage/1.0 (ann@birds.example)"),
            (
                "https://forage.example/", "ann@birds.example",
                "Forage/1.0 (https://forage.example/; ann@birds.example)"
            ),
        ])
    func userAgent(project: String?, contact: String?, text: String) {
        #expect(UserAgent(version: "1.0", project: project, contact: contact).text == text)
    }

    @Test("the answer is marked as from the network, for every status")
    func origin() async throws {
        let fetched = try await fetcher.fetch(
            .get(server.url("/nothing")), for: SampleProvider.info(at: server.url("/")),
            by: .now + .seconds(20))
        #expect(fetched.origin == .network)
        #expect(fetched.response.status == 404)
    }

    @Test("a compressed body is decompressed, and its headers are adjusted")
    func packed() async throws {
        let response = try await fetch(.get(server.url("/packed?as=gzip&sample=gzip")))
        #expect(response.text == PackedSamples.text)
        #expect(response.headers["Content-Encoding"] == nil)
        #expect(response.headers["Content-Length"] == nil)
        #expect(response.headers["Date"] != nil)
    }

    @Test("a prefix is requested as a range, without compression")
    func prefix() async throws {
        let response = try await fetch(Endpoint.get(server.url("/echo")).prefix(1000))
        #expect(response.lines.contains("Range: bytes=0-999"))
        #expect(response.lines.contains("Accept-Encoding: identity"))
    }

    @Test("a prefix is complete with and without range support")
    func prefixCompleteness() async throws {
        let part = try await fetch(Endpoint.get(server.url("/range")).prefix(3))
        #expect(part.status == 206)
        #expect(part.text == "abc")
        #expect(part.completeness == .whole)
        let stopped = try await fetch(Endpoint.get(server.url("/endless")).prefix(50_000))
        #expect(stopped.status == 200)
        #expect(stopped.body.count == 50_000)
        #expect(stopped.completeness == .whole)
    }

    @Test(
        "a prefix that is enough ends the transfer, even if the rest is delayed or arrives slowly",
        arguments: [0, 500])
    func sufficientBeginning(dripCount: Int) async throws {
        let drips = (0..<dripCount).flatMap { _ in [.say("."), .pause(milliseconds: 20)] as [RawServer.Act] }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n"
        let server = try RawServer(acts: [.readRequest, .say(head + "told")] + drips + [.wait])
        let fetcher = SampleProvider.oneHop(isEnough: { $0.starts(with: "told".utf8) })
        let start = ContinuousClock.now
        let response = try await fetcher.fetch(Endpoint.get(server.url()).prefix(800), at: server.url())
        #expect(response.text.hasPrefix("told"))
        #expect(response.completeness == .cutOff)
        #expect(.now - start < .seconds(5))
    }

    @Test("the whole prefix is read if it arrives at once or is not enough before its end")
    func wholeBeginning() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n"
        let quick = try RawServer(.readRequest, .say(head + "toldrest"), .wait)
        let slow = try RawServer(
            .readRequest, .say(head + "told"), .pause(milliseconds: 300), .say("rest"), .wait)
        for (server, sufficientByteCount) in [(quick, 4), (slow, 8)] {
            let fetcher = SampleProvider.oneHop(isEnough: { $0.count >= sufficientByteCount })
            let response = try await fetcher.fetch(
                Endpoint.get(server.url()).prefix(800), at: server.url())
            #expect(response.text == "toldrest")
            #expect(response.completeness == .whole)
        }
    }

    @Test("a range of an outer layer is sent unchanged, without compression")
    func askedRange() async throws {
        let echo = try await fetch(Endpoint.get(server.url("/echo")).header("Range", "bytes=5-7"))
        #expect(echo.lines.filter { $0.hasPrefix("Range: ") } == ["Range: bytes=5-7"])
        #expect(echo.lines.contains("Accept-Encoding: identity"))
        let part = try await fetch(Endpoint.get(server.url("/wrong-range")).header("Range", "bytes=5-7"))
        #expect(part.status == 206)
        #expect(part.headers["Content-Range"] == "bytes 5-7/100")
        await #expect(
            throws: FetchError.notAllowed("\(Wording.Services.headerSetByForage) Range")
        ) {
            try await fetch(Endpoint.get(server.url("/echo")).header("Range", "bytes=5-7").prefix(3))
        }
    }

    @Test("a range other than the requested one is refused")
    func wrongRange() async throws {
        await #expect(
            throws: FetchError.broken("127.0.0.1 sent a different part of the file than requested")
        ) {
            try await fetch(Endpoint.get(server.url("/wrong-range")).prefix(3))
        }
    }

    @Test("a body over the limit or cut off is marked, and keeps its bytes")
    func completeness() async throws {
        var endpoint = Endpoint.get(server.url("/endless"))
        endpoint.limit = .whole(1000)
        let long = try await fetch(endpoint)
        #expect(long.body.count == 1000)
        #expect(long.completeness == .overLimit)
        let cut = try await fetch(.get(server.url("/cut")))
        #expect(cut.text == "half of it")
        #expect(cut.completeness == .cutOff)
        // It sends three of a hundred bytes for a request without a range.
        let part = try await fetch(.get(server.url("/range")))
        #expect(part.text == "abc")
        #expect(part.completeness == .cutOff)
    }

    @Test(
        "a header that could break its line, or belongs to the client, is refused before sending",
        arguments: [
            ("X-One", "1\r\nX-Two: 2"), ("X-One", "1\n"), ("X-One", "\u{0}"), ("X-One\r\nX-Two", "1"),
            ("X One", "1"), ("", "1"), ("Host", "elsewhere.example"), ("content-length", "5"),
            ("User-Agent", "Mozilla/5.0"),
        ])
    func refusedHeader(name: String, value: String) async throws {
        let failure = await #expect(throws: FetchError.self) {
            try await fetch(Endpoint.get(server.url("/echo")).header(name, .text(value)))
        }
        guard case .notAllowed = failure else {
            Issue.record("it was not refused")
            return
        }
    }

    @Test(
        "an answer with an impossible or a second length is refused",
        arguments: [
            ("Content-Length: 99999999999999999999999\r\n", false),
            ("Content-Length: 3\r\nContent-Length: 5\r\n", false),
            ("Content-Length: 5\r\nContent-Length: 5\r\n", true), ("Content-Length: 5, 5\r\n", true),
            ("Content-Length: 5\r\n", true),
        ])
    func length(lines: String, isOne: Bool) async throws {
        let server = try RawServer(
            .readRequest, .say("HTTP/1.1 200 OK\r\n\(lines)Connection: close\r\n\r\nhello"))
        let url = server.url()
        let fetched = try? await fetcher.fetch(
            .get(url), for: SampleProvider.info(at: url), by: .now + .seconds(20))
        #expect((fetched?.response.text == "hello") == isOne)
    }

    @Test("transfer errors become fetch errors")
    func failures() async throws {
        let nameless = Wording.Services.unresolved("missing.invalid")
        await #expect(throws: FetchError.unreachable(nameless, isUnsent: true)) {
            try await fetch(.get("http://missing.invalid/"))
        }
        let silent = try RawServer(.readRequest, .wait)
        await #expect(throws: FetchError.timedOut(Wording.Services.timedOut("127.0.0.1"))) {
            try await fetcher.fetch(
                .get(silent.url()), for: SampleProvider.info(at: silent.url()),
                by: .now + .milliseconds(50))
        }
        let task = Task { try await fetch(.get(silent.url())) }
        while silent.requests.count < 2 { await Task.yield() }
        task.cancel()
        await #expect(throws: FetchError.cancelled) { try await task.value }
    }

    @Test(
        "an error is marked as unsent only if no server was reached",
        arguments: [
            (TransferError.noLibrary("x"), true), (.unresolved(host: "x"), true),
            (.unreachable(host: "x", "refused"), true), (.insecure(host: "x", "expired"), false),
            (.cutOff(host: "x"), false), (.brokenOff(host: "x"), false), (.failed(host: "x", "y"), false),
            (.shutDown, false),
        ])
    func unsent(failure: TransferError, isUnsent: Bool) {
        #expect(FetchError(failure) == .unreachable(failure.description, isUnsent: isUnsent))
    }

    @Test("an error names the public host, even if another server replaces it")
    func failuresOfPrograms() async throws {
        let api: WebURL = "http://api.example.com/"
        let silent = try RawServer(.readRequest, .wait)
        let played = SampleProvider.fetcher(origins: OriginMap([api.origin: silent.url()]))
        await #expect(throws: FetchError.timedOut(Wording.Services.timedOut("api.example.com"))) {
            try await played.fetch(
                .get(api), for: SampleProvider.info(at: api), by: .now + .milliseconds(50))
        }
        let unreachable = SampleProvider.fetcher(origins: OriginMap([api.origin: "http://missing.invalid/"]))
        let sentence = Wording.Services.unreachable(
            "api.example.com", Wording.Services.unresolved("missing.invalid"))
        await #expect(throws: FetchError.unreachable(sentence, isUnsent: true)) {
            try await unreachable.fetch(.get(api), at: api)
        }
    }

    @Test("the origin map sends requests to another server, under the public address")
    func originMap() async throws {
        let api: WebURL = "https://api.example.com/"
        let fetcher = SampleProvider.fetcher(origins: OriginMap([api.origin: server.url("/")]))
        let response = try await fetcher.fetch(.get("https://api.example.com/echo?a=1"), at: api)
        #expect(response.lines.first == "GET /echo?a=1")
        #expect(response.url == "https://api.example.com/echo?a=1")
    }

    @Test(
        "a redirect within a replaced origin stays below the server's path",
        arguments: [
            "/echo?a=1", "echo?a=1", "//api.example.com/echo?a=1", "https://api.example.com/echo?a=1",
        ])
    func redirectInsideSandboxOrigin(location: String) async throws {
        let api: WebURL = "https://api.example.com/"
        let endpoint = Endpoint.get("https://api.example.com/to").query("status", "302")
            .query("location", .text(location))
        for map in [
            OriginMap([api.origin: server.url("/played")]),
            OriginMap(sendingEverythingTo: server.url("/played")),
        ] {
            let response = try await SampleProvider.fetcher(origins: map).fetch(endpoint, at: api)
            let line = try #require(response.lines.first)
            #expect(line.hasPrefix("GET /played") && line.hasSuffix("/echo?a=1"))
            #expect(response.url == "https://api.example.com/echo?a=1")
        }
    }

    @Test("a single hop returns the redirect with its public address")
    func redirectOfOneHop() async throws {
        let api: WebURL = "https://api.example.com/"
        let map = OriginMap([api.origin: server.url("/played")])
        let endpoint = Endpoint.get("https://api.example.com/to").query("status", "302")
            .query("location", .text(server.url("/played/echo").text))
        let response = try await SampleProvider.oneHop(origins: map).fetch(endpoint, at: api)
        #expect(response.status == 302)
        #expect(response.headers["Location"] == "https://api.example.com/echo")
    }

    private func fetch(_ endpoint: Endpoint) async throws(FetchError) -> Response {
        try await fetcher.fetch(endpoint, at: server.url("/"))
    }
}
