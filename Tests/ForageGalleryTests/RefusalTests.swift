import JSON
import LoopbackClient
import Testing

@testable import ForageGallery

@Suite("Refused requests", .timeLimit(.minutes(1)))
struct RefusalTests {
    private let played: SandboxGallery

    init() throws { played = try SandboxGallery() }

    @Test(
        "an invalid request is refused with the reason",
        arguments: [
            ("/nothing", 404, "There is nothing at /nothing."),
            ("/assets/../Package.swift", 400, "This path is not valid."),
            ("/assets/%2e%2e%2fPackage.swift", 400, "This path is not valid."),
            ("/images/%00", 400, "This path is not valid."),
            ("/%FF", 400, "This path is not valid."),
            ("/api/v1/search", 400, "Give a query, as in /api/v1/search?q=owl."),
            ("/api/v1/search?q=", 400, "There is nothing to search for: give at least one word."),
            ("/api/v1/search?q=%FF", 400, "The value of “q” is not valid UTF-8."),
            ("/api/v1/search?q=owl&limit=0", 400, "limit must be a whole number from 1 to 500."),
            ("/api/v1/search?q=owl&limit=x", 400, "limit must be a whole number from 1 to 500."),
            ("/api/v1/search?q=owl&page=1&cursor=a", 400, "Give page or cursor, not both."),
            (
                "/api/v1/search?q=owl&size=3", 400,
                "“size” is not a parameter here; choose one of: q, strict, explain, limit, cursor, page."
            ),
            ("/api/v1/search?q=owl&q=wren", 400, "Give q once."),
            ("/api/v1/providers?all", 400, "“all” is not a parameter here; there are none."),
            ("/api/v1/search?q=owl&strict=yes", 400, "strict must be true or false."),
            ("/api/v1/browse?day=yesterday", 400, "day must be a date such as 2024-05-31."),
            (
                "/api/v1/browse?day=2999-05-31", 400,
                "The day 2999-05-31 is in the future; leave it out for the latest."
            ),
            ("/api/v1/browse?kind=phto", 400, "\"phto\" is not a value of kind; did you mean \"photo\"?"),
            (
                "/api/v1/browse?from=nobody", 400,
                "There is no provider “nobody”; see /api/v1/providers for a list."
            ),
            (
                "/api/v1/browse?sort=newest", 400,
                "“sort” is not a parameter here; choose one of: day, strict, explain, limit, cursor, "
                    + Parameter.filters.map(\.name).joined(separator: ", ") + "."
            ),
            ("/api/v1/items/flickr", 404, "“flickr” is not the ID of a result; search results contain IDs."),
            (
                "/api/v1/items/nobody:1", 404,
                "“nobody:1” is not the ID of a result; search results contain IDs."
            ),
            (
                "/images/AAAA", 404,
                "This is not the address of a picture, or it is from another gallery: search again."
            ),
        ])
    func problems(target: String, status: Int, detail: String) async throws {
        let reply = try await played.get(target)
        #expect(reply.status == status)
        #expect(reply["Content-Type"] == "application/problem+json")
        let problem = try reply.json
        #expect(problem["status"].int == status)
        #expect(problem["detail"].string == detail)
        #expect(problem["title"].string?.isEmpty == false)
    }

    @Test("an error in a query has its column")
    func column() async throws {
        let reply = try await played.get("/api/v1/search?q=owl+kind:zebra")
        #expect(reply.status == 400)
        #expect(try reply.json["column"].int == 10)
    }

    @Test("a cursor that is forged or of another query is refused", arguments: [false, true])
    func cursor(isMadeUp: Bool) async throws {
        let next = try #require(try await played.json("/api/v1/search?q=owl&limit=2")["next"].string)
        let target = isMadeUp ? "q=owl&cursor=\(next.dropLast())A" : "q=heron&cursor=\(next)"
        #expect(try await played.get("/api/v1/search?\(target)").status == 400)
        #expect(try await played.get("/api/v1/search?q=owl&cursor=\(next)").status == 200)
    }

    @Test("an address that is too long is refused", arguments: [(8_000, 400), (60_000, 414), (100_000, 414)])
    func long(count: Int, status: Int) async throws {
        let reply = try await played.get("/api/v1/search?q=\(String(repeating: "a", count: count))")
        #expect(reply.status == status)
        #expect(reply["Content-Type"] == "application/problem+json")
    }

    @Test("headers that are too long are refused", arguments: [(30_000, 200), (70_000, 431), (100_000, 431)])
    func longHeaders(count: Int, status: Int) async throws {
        let header = String(repeating: "a", count: count)
        let reply = try await played.get("/api/v1/search?q=owl", headers: ["X-Long: \(header)"])
        #expect(reply.status == status)
        #expect((reply["Content-Type"] == "application/problem+json") == (status != 200))
    }

    @Test("no method can change anything", arguments: ["POST", "PUT", "DELETE", "PATCH"])
    func methods(method: String) async throws {
        let reply = try await played.get("/api/v1/providers", method: method)
        #expect(reply.status == 405)
        #expect(reply["Allow"] == "GET, HEAD")
    }

    @Test("OPTIONS returns the allowed methods", arguments: ["/", "/api/v1/search", "/images/a"])
    func options(target: String) async throws {
        let reply = try await played.get(target, method: "OPTIONS")
        #expect(reply.status == 204)
        #expect(reply["Allow"] == "GET, HEAD")
    }

    @Test(
        "only requests to a name of this machine are accepted",
        arguments: [
            ("Host: localhost", 200), ("Host: LOCALHOST:80", 200), ("Host: 127.0.0.1:8080", 200),
            ("Host: [::1]:8080", 200), ("Host: evil.example", 403), ("Host: 127.0.0.1.evil.example", 403),
            ("Host: localhost.", 403), ("Host: localhost:80:80", 403), ("Host: localhost@evil.example", 403),
            ("Host: [::1", 403), ("Host: ", 403), ("Host: localhost\r\nHost: evil.example", 403),
        ])
    func hosts(header: String, status: Int) async throws {
        let connection = try LoopbackConnection(port: played.gallery.port)
        try await connection.send("GET /api/v1/providers HTTP/1.1\r\n\(header)\r\nConnection: close\r\n\r\n")
        #expect(LoopbackReply(try await connection.readToEnd())?.status == status)
    }

    @Test(
        "other sites may link to pages, and nothing else",
        arguments: [("/", 200), ("/api/v1/search?q=owl", 403), ("/images/AAAA", 403)])
    func otherSites(target: String, status: Int) async throws {
        let reply = try await played.get(target, headers: ["Sec-Fetch-Site: cross-site"])
        #expect(reply.status == status)
    }

    @Test("requests that never end do not delay others")
    func slowClients() async throws {
        let slow = try (0..<100).map { _ in try LoopbackConnection(port: played.gallery.port) }
        for connection in slow { try await connection.send("GET / HTTP/1.1\r\nHost: local") }
        #expect(try await played.get("/healthz").status == 200)
        for connection in slow { connection.hangUp() }
    }
}
