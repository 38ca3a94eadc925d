import LoopbackClient
import Testing

@testable import ForageGallery

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("A gallery with very many connections", .timeLimit(.minutes(1)))
struct CrowdTests {
    private let played: SandboxGallery

    init() throws { played = try SandboxGallery() }

    @Test("ten thousand connections do not keep others from the page")
    func tenThousand() async throws {
        let count = min(10_000, Self.possibleFiles() - 4_096)
        try #require(count > 0)
        var connections: [LoopbackConnection] = []
        for number in 0..<count {
            let connection = try LoopbackConnection(port: played.gallery.port)
            // A connection that is already closed cannot send any more.
            if number.isMultiple(of: 2) { try? await connection.send("GET / HTTP/1.1\r\nHost: local") }
            connections.append(connection)
            if number.isMultiple(of: count / 4) { #expect(try await played.get("/").status == 200) }
        }
        #expect(try await played.get("/api/v1/search?q=owl").status == 200)
        for connection in connections { connection.hangUp() }
        #expect(try await played.get("/healthz").status == 200)
    }

    @Test("a header of a mebibyte is refused, and others are served", arguments: [false, true])
    func longHeader(isOneLine: Bool) async throws {
        let line = "X-Long: " + String(repeating: "x", count: isOneLine ? 1 << 20 : 1000) + "\r\n"
        let lines = String(repeating: line, count: isOneLine ? 1 : 1000)
        let connections = try (0..<20).map { _ in try LoopbackConnection(port: played.gallery.port) }
        for connection in connections {
            // The server closes before all of it is sent, so the answer may be lost.
            try? await connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n")
            let reply = (try? await connection.readToEnd()).flatMap { LoopbackReply($0) }
            #expect(reply.map { (400...499).contains($0.status) } ?? true)
        }
        #expect(try await played.get("/healthz").status == 200)
    }

    @Test("a client that closes its sending side gets the page, and ends a search")
    func halfClosed() async throws {
        for target in ["/", "\(PageFiles.folder)/gallery.css"] {
            let connection = try LoopbackConnection(port: played.gallery.port)
            try await connection.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            connection.finishSending()
            let reply = LoopbackReply(try await connection.readToEnd())
            #expect(reply?.status == 200)
            #expect(reply?.isComplete == true)
        }
        let slow = try SandboxGallery("api.flickr.com:delay=30000")
        let connection = try LoopbackConnection(port: slow.gallery.port)
        try await connection.send("GET /api/v1/search?q=owl HTTP/1.1\r\nHost: localhost\r\n\r\n")
        connection.finishSending()
        #expect(LoopbackReply(try await connection.readToEnd())?.status == 503)
    }

    /// The number of files that this process may open, after it is raised to the system's limit.
    private static func possibleFiles() -> Int {
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = Int32(RLIMIT_NOFILE.rawValue)
        #endif
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0 else { return 0 }
        limits.rlim_cur = min(limits.rlim_max, 16_384)
        _ = setrlimit(resource, &limits)
        return Int(limits.rlim_cur)
    }
}
