import Forage
import ForageCore
import HTTPServer
import JSON
import LoopbackClient
import Platform
import Synchronization
import Testing

@testable import ForageGallery

@Suite("Changes of providers", .timeLimit(.minutes(1)))
struct ProviderChangeTests {
    private let settings = StubSettings()
    private let ledger = MemoryLedger()
    private let gallery: Gallery

    init() throws {
        let settings = settings
        gallery = try Gallery(Forage(try settings.configuration, ledger: ledger)) { $0.settings = settings }
    }

    private func post(
        _ body: String, to id: String = "flickr", headers: [String] = ["Content-Type: application/json"]
    ) async throws -> LoopbackReply {
        let reply = try await LoopbackConnection.request(
            "/api/v1/providers/\(id)", port: gallery.port, method: "POST", headers: headers, body: body)
        return try #require(reply)
    }

    private func state(of id: String, in reply: LoopbackReply) throws -> String? {
        try reply.json["providers"].elements.first { $0["id"].string == id }?["state"].string
    }

    @Test("a provider is turned off and on, and the answer is the new list")
    func turned() async throws {
        let off = try await post(#"{"enabled": false}"#, to: "duckduckgo")
        #expect(off.status == 200)
        #expect(try off.json["local"].bool == true)
        #expect(try state(of: "duckduckgo", in: off) == "off")
        #expect(try state(of: "duckduckgo", in: await gallery.get("/api/v1/providers")) == "off")
        #expect(
            try state(of: "duckduckgo", in: await post(#"{"enabled":true}"#, to: "duckduckgo")) == "ready")
    }

    @Test("the next search asks the providers that are on, also if an earlier list is still stored")
    func nextSearch() async throws {
        let played = try SandboxGallery(settings: settings)
        func asked() async throws -> [String?] {
            try await played.json("/api/v1/search?q=owl")["outcomes"].elements.map { $0["provider"].string }
        }
        #expect(try await asked().contains("duckduckgo"))
        _ = try await LoopbackConnection.request(
            "/api/v1/providers/duckduckgo", port: played.gallery.port, method: "POST",
            headers: ["Content-Type: application/json"], body: #"{"enabled":false}"#)
        #expect(try await !asked().contains("duckduckgo"))
    }

    @Test("a key is stored and never returned")
    func key() async throws {
        let reply = try await post(#"{"key": {"name": "apiKey", "value": " quite-secret "}}"#)
        #expect(reply.status == 200)
        #expect(settings.keys.withLock { $0 } == ["flickr.apiKey": "quite-secret"])
        #expect(!reply.text.contains("secret"))
        #expect(try state(of: "flickr", in: reply) == "ready")
    }

    @Test("a change that fails is refused with the reason, and without the key")
    func failed() async throws {
        settings.fault.withLock { $0 = "The file cannot be written." }
        let reply = try await post(#"{"key": {"name": "apiKey", "value": "quite-secret"}}"#)
        #expect(reply.status == 409)
        #expect(try reply.json["detail"].string == "The file cannot be written.")
        #expect(!reply.text.contains("secret"))
    }

    @Test(
        "a body that is no change is refused",
        arguments: [
            "", "{}", "[]", #"{"enabled": 1}"#, #"{"enabled": true, "insist": true}"#, #"{"insist": false}"#,
            #"{"key": "a"}"#, #"{"key": {"name": "password", "value": "a"}}"#, #"{"other": true}"#,
            #"{"key": {"name": "apiKey", "value": "two words"}}"#,
            #"{"key": {"name": "apiKey", "value": ""}}"#,
        ])
    func nonsense(body: String) async throws {
        let reply = try await post(body)
        #expect(reply.status == 400)
        #expect(!reply.text.contains("words"))
        #expect(settings.keys.withLock { $0.isEmpty })
    }

    @Test(
        "only the page and programs on this machine may change anything",
        arguments: [
            (["Content-Type: text/plain"], 415), ([], 415),
            (["Content-Type: application/json", "Origin: http://evil.example"], 403),
            (["Content-Type: application/json", "Origin: null"], 403),
            (["Content-Type: application/json", "Sec-Fetch-Site: same-site"], 403),
            (["Content-Type: application/json", "X-Forwarded-For: 192.0.2.1"], 403),
            (
                [
                    "Content-Type: application/json", "Origin: http://localhost",
                    "Sec-Fetch-Site: same-origin",
                ], 200
            ),
            (["Content-Type: application/json; charset=utf-8"], 200),
        ] as [([String], Int)])
    func refused(headers: [String], status: Int) async throws {
        #expect(try await post(#"{"enabled":false}"#, headers: headers).status == status)
        let isOn = settings.enabled.withLock { $0["flickr"] } ?? true
        #expect(isOn == (status != 200))
    }

    @Test("an unknown provider, another method and a gallery without the token are refused")
    func elsewhere() async throws {
        #expect(try await post("{}", to: "nobody").status == 404)
        let got = try await gallery.get("/api/v1/providers/flickr")
        #expect(got.status == 405)
        #expect(got["Allow"] == "POST")
        let locked = try Gallery(Forage(try settings.configuration)) { serving in
            serving.settings = settings
            serving.host = "0.0.0.0"
            serving.token = "an-owl-of-sixteen"
        }
        for (host, header, status) in [
            ("localhost", "X: y", 401), ("192.168.1.5", "Authorization: Bearer an-owl-of-sixteen", 403),
            ("localhost", "Authorization: Bearer an-owl-of-sixteen", 200),
        ] {
            let connection = try LoopbackConnection(port: locked.port)
            try await connection.send(
                "POST /api/v1/providers/flickr HTTP/1.1\r\nHost: \(host)\r\n\(header)\r\nConnection: close\r\n"
                    + "Content-Type: application/json\r\nContent-Length: 17\r\n\r\n{\"enabled\":false}")
            #expect(LoopbackReply(try await connection.readToEnd())?.status == status)
        }
    }

    @Test(
        "a client is on this machine if its address and the host name are, and no proxy is between",
        arguments: [
            ("127.0.0.1", "localhost:8080", true), ("::1", "[::1]", true), ("127.0.0.1", "127.0.0.1", true),
            ("192.168.1.5", "localhost", false), ("127.0.0.1", "192.168.1.5", false),
            ("fe80::1", "[::1]", false), ("127.0.0.1", "gallery.example", false), ("", "localhost", false),
            ("127.0.0.1", "", false),
        ])
    func ownMachine(address: String, host: String, isOwn: Bool) throws {
        var request = HTTPServerRequest(
            method: "POST", target: try #require(RequestTarget("/")), headers: ["Host": host], body: [],
            remoteAddress: address)
        #expect(OwnMachineRule.isKept(by: request) == isOwn)
        request = HTTPServerRequest(
            method: "POST", target: request.target, headers: ["Host": host, "Via": "1.1 proxy"], body: [],
            remoteAddress: address)
        #expect(!OwnMachineRule.isKept(by: request))
    }

    @Test("a pause after failures ends if you insist; one of the service remains, with its end")
    func insists() async throws {
        for _ in 0..<3 { await ledger.note(RequestEnding(.failed("it failed")), of: "duckduckgo") }
        let paused = try await gallery.get("/api/v1/providers")
        #expect(try state(of: "duckduckgo", in: paused) == "throttled")
        let insisted = try await post(#"{"insist": true}"#, to: "duckduckgo")
        #expect(try state(of: "duckduckgo", in: insisted) == "ready")
        let pause = Pause(until: Date(timeIntervalSinceNow: 600), "it asked for a rest")
        await ledger.note(RequestEnding(.deferred(pause)), of: "duckduckgo")
        let refusal = try await post(#"{"insist": true}"#, to: "duckduckgo")
        #expect(refusal.status == 409)
        #expect(refusal["Retry-After"].flatMap { Int($0) }.map { 1...600 ~= $0 } == true)
    }

    @Test("suggestions are for this machine alone, and need words")
    func suggestions() async throws {
        let reply = try await gallery.get("/api/v1/suggestions?q=ow")
        #expect(reply.status == 200)
        #expect(try Array(reply.json["suggestions"].elements).isEmpty)
        #expect(try await gallery.get("/api/v1/suggestions").status == 400)
        let forwarded = try await gallery.get(
            "/api/v1/suggestions?q=ow", headers: ["Forwarded: for=192.0.2.1"])
        #expect(forwarded.status == 403)
    }
}

/// Settings in memory.
private final class StubSettings: ProviderSettings {
    let enabled = Mutex<[String: Bool]>([:])
    let keys = Mutex<[String: String]>([:])
    /// The reason why changes fail.
    let fault = Mutex<String?>(nil)

    var configuration: Configuration {
        get throws(ConfigurationError) {
            var environment = ["FORAGE_MEASURE": "false", "FORAGE_TIMEOUT": "20"]
            for (name, isOn) in enabled.withLock(\.self) {
                environment["FORAGE_PROVIDERS_\(name.uppercased())_ENABLED"] = "\(isOn)"
            }
            if let key = keys.withLock({ $0["flickr.apiKey"] }) { environment["FLICKR_API_KEY"] = key }
            return try Configuration(registrations: Forage.builtIn, environment: environment)
        }
    }

    func turn(_ provider: ProviderID, on isEnabled: Bool) throws(ProviderSettingError) -> Configuration {
        enabled.withLock { $0[provider.name] = isEnabled }
        return try changed()
    }

    func keep(
        _ key: Secret, named name: String, of provider: ProviderID
    ) throws(ProviderSettingError) -> Configuration {
        keys.withLock { $0["\(provider).\(name)"] = key.reveal(\.self) }
        return try changed()
    }

    private func changed() throws(ProviderSettingError) -> Configuration {
        if let fault = fault.withLock({ $0 }) { throw ProviderSettingError(fault) }
        do { return try configuration } catch { throw ProviderSettingError("\(error)") }
    }
}
