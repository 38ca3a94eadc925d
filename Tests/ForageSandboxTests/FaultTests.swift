import JSON
import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite(.timeLimit(.minutes(1)))
struct FaultTests {
    private let client: SandboxClient
    private let owl = "/api.duckduckgo.com/?q=owl&format=json"

    init() throws {
        client = try SandboxClient.shared.get()
    }

    private func get(_ fault: String, limit: Int = 1 << 24) async throws -> LoopbackReply {
        try await client.get("\(owl)&sandbox-fault=\(fault)", limit: limit)
    }

    @Test(
        "a fault is read from its name and value",
        arguments: [
            ("delay=200", .delay(milliseconds: 200)), ("cut", .cut(bytes: nil)), ("cut=9", .cut(bytes: 9)),
            ("short", .short(bytes: nil)), ("short=9", .short(bytes: 9)),
            ("401", .status(401, retryAfter: nil)), ("status=403", .status(403, retryAfter: nil)),
            ("429", .status(429, retryAfter: 30)), ("429=7", .status(429, retryAfter: 7)),
            ("endless", .endless),
            ("type=text/csv", .type("text/csv")), ("html", .html), ("loop", .loop),
            ("redirect=3", .redirect(3)),
            ("badbyte", .badByte), ("drip=5", .drip(milliseconds: 5)), ("HTML", .html),
            ("norange", .ignoresRange), ("norange=412", .refusesRange(status: 412)),
            ("mispacked", .mispacked), ("wrongrange", .wrongRange),
            ("changed", .changed), ("mixed", .mixed),
            ("echo", .echo(status: 401)), ("echo=200", .echo(status: 200)),
        ] as [(String, Fault)])
    func readsFault(text: String, fault: Fault) {
        #expect(Fault(text) == fault)
    }

    @Test(
        "an unknown fault is refused",
        arguments: [
            "", "x", "delay", "delay=", "delay=x", "delay=-1", "delay=99999999", "html=1", "99", "600",
            "401=5",
            "status", "status=x", "type", "type=", "redirect", "endless=1",
        ])
    func refusesFault(text: String) async throws {
        #expect(Fault(text) == nil)
        if text.isEmpty { return }
        let reply = try await get(text)
        #expect(reply.status == 400)
        #expect(reply.text.contains("“\(text)” is not a fault"))
    }

    @Test(
        "a status has a matching body",
        arguments: [
            ("401", 401, "text/plain; charset=utf-8", "Unauthorized"),
            ("403", 403, "text/plain; charset=utf-8", "Rate Limit Exceeded"),
            ("status=500", 500, "text/html; charset=utf-8", "<html"),
            ("503", 503, "text/html; charset=utf-8", "<html"),
            ("418", 418, "text/plain; charset=utf-8", "418"),
            ("202", 202, "application/x-javascript; charset=UTF-8", "\"Heading\":\"Owl\""),
            ("html", 200, "text/html; charset=utf-8", "<html"),
        ])
    func sendsFaultStatus(fault: String, status: Int, type: String, text: String) async throws {
        let reply = try await get(fault)
        #expect(reply.status == status)
        #expect(reply["Content-Type"] == type)
        #expect(reply.text.contains(text))
    }

    @Test(
        "an echo repeats the request in body and headers",
        arguments: [("echo", 401), ("echo=302", 302)])
    func echoes(fault: String, status: Int) async throws {
        let reply = try await client.get(
            owl, headers: ["X-Sandbox-Fault: \(fault)", "Authorization: Client-ID abc"])
        #expect(reply.status == status)
        #expect(reply.text.contains("Authorization: Client-ID abc"))
        #expect(reply["X-Echo"]?.contains("q=owl") == true)
        #expect((reply["Location"] == nil) == (status == 401))
    }

    @Test("throttling sets Retry-After", arguments: [("429", "30"), ("429=7", "7")])
    func throttles(fault: String, seconds: String) async throws {
        let reply = try await get(fault)
        #expect(reply.status == 429)
        #expect(reply["Retry-After"] == seconds)
    }

    @Test(
        "a cut body is shorter than its declared length",
        arguments: [("cut", nil), ("cut=10", 10), ("cut=0", 0)])
    func cutsBody(fault: String, count: Int?) async throws {
        let whole = try await client.get(owl).body
        let reply = try await get(fault)
        #expect(reply["Content-Length"] == "\(whole.count)")
        #expect(reply.body == Array(whole.prefix(count ?? whole.count / 2)))
        #expect(!reply.isComplete)
    }

    @Test("a short body has no declared length, and ends as if complete")
    func sendsShortBody() async throws {
        let whole = try await client.get(owl).body
        let reply = try await get("short=10")
        #expect(reply["Content-Length"] == nil)
        #expect(reply.body == Array(whole.prefix(10)) && reply.isComplete)
    }

    @Test("an endless body begins normally and continues")
    func sendsEndlessBody() async throws {
        let reply = try await get("endless", limit: 1_000_000)
        #expect(reply.text.hasPrefix("{\"Abstract\""))
        #expect(reply.body.count > 500_000)
        #expect(!reply.isComplete)
    }

    @Test("an invalid byte damages one text and nothing else")
    func spoilsByte() async throws {
        let whole = try await client.get(owl).body
        let spoiled = try await get("badbyte").body
        #expect(String(validating: spoiled, as: UTF8.self) == nil)
        #expect(spoiled.filter { $0 != 0xFF } == whole)
        #expect(spoiled.count == whole.count + 1)
    }

    @Test("a slow body arrives whole", arguments: ["drip=1", "delay=1", "delay=1,drip=1", "drip=0"])
    func sendsSlowBody(fault: String) async throws {
        let reply = try await get(fault)
        #expect(reply.body == (try await client.get(owl).body))
        #expect(reply.isComplete)
    }

    @Test("another content type leaves the body unchanged")
    func changesType() async throws {
        let reply = try await get("type=image/png")
        #expect(reply["Content-Type"] == "image/png")
        #expect(reply.text.hasPrefix("{"))
    }

    @Test("the given number of redirects leads to the answer", arguments: [0, 1, 3])
    func redirects(count: Int) async throws {
        var query = "?q=owl&format=json&sandbox-fault=redirect=\(count)"
        for _ in 0..<count {
            let reply = try await client.get("/api.duckduckgo.com/" + query)
            #expect(reply.status == 302)
            query = try #require(reply["Location"])
        }
        let reply = try await client.get("/api.duckduckgo.com/" + query)
        #expect(reply.status == 200)
        #expect(reply.text.contains("\"Heading\":\"Owl\""))
    }

    @Test("a redirect loop never ends, and its address does not grow")
    func loops() async throws {
        var query = "?q=owl+fault:loop&format=json"
        for _ in 0..<15 {
            let reply = try await client.get("/api.duckduckgo.com/" + query)
            #expect(reply.status == 302)
            query = try #require(reply["Location"])
        }
        #expect(query == "?q=owl+fault:loop&format=json&sandbox-hops=15")
    }

    @Test("a header may request several faults")
    func readsHeader() async throws {
        let reply = try await client.get(
            owl, headers: ["X-Sandbox-Fault: delay=1, 202", "X-Sandbox-Fault: type=a/b"])
        #expect(reply.status == 202)
        #expect(reply["Content-Type"] == "a/b")
    }

    @Test("a fault may be a word of the query, and is not searched for")
    func readsWord() async throws {
        #expect(try await client.get("/api.duckduckgo.com/?q=owl+fault:429&format=json").status == 429)
        #expect(
            try await client.search("fault:type=a/b+snowy+fault:delay=1+owl")["Heading"].string == "Snowy owl"
        )
    }

    @Test("a fault set at the start applies to every request of its host and to no other")
    func appliesHostFault() async throws {
        let client = try SandboxClient("--fault", "api.duckduckgo.com:delay=1,503", "--fault=I.DUCK.CO:404")
        #expect(try await client.get(owl).status == 503)
        #expect(try await client.get("/i.duck.co/i/1.png").status == 404)
        #expect(try await client.get("/duckduckgo.com/i/1.png").status == 200)
    }

    @Test("a part of a file is sent only while If-Range matches")
    func conditionalRange() async throws {
        let path = "/upload.wikimedia.org/owl.png"
        let whole = try await client.get(path)
        let tag = try #require(whole["etag"])
        let part = try await client.get(path, headers: ["Range: bytes=100-", "If-Range: \(tag)"])
        #expect(part.status == 206 && part.body == Array(whole.body[100...]))
        let other = try await client.get(path, headers: ["Range: bytes=100-", "If-Range: \"other\""])
        #expect(other.status == 200 && other.body == whole.body)
    }

    @Test(
        "faults of partial content affect only partial requests",
        arguments: [
            ("norange", 200, true), ("wrongrange", 206, true), ("changed", 200, false), ("mixed", 206, false),
        ])
    func ranges(fault: String, status: Int, isSameFile: Bool) async throws {
        let path = "/upload.wikimedia.org/owl.png?sandbox-fault=\(fault)"
        let whole = try await client.get(path)
        #expect(whole.status == 200)
        let tag = try #require(whole["etag"])
        let part = try await client.get(path, headers: ["Range: bytes=100-", "If-Range: \(tag)"])
        #expect(part.status == status)
        #expect((part["etag"] == tag) == isSameFile)
        #expect((part.body.last == whole.body.last) == isSameFile)
    }
}
