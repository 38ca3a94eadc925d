import HTTPServer
import JSON
import LoopbackClient
import Platform
import Testing

@testable import ForageGallery

@Suite("The gallery's web page", .timeLimit(.minutes(1)))
struct PageTests {
    private let played: SandboxGallery

    init() throws { played = try SandboxGallery() }

    @Test("every file of the page is served by its name, and no other")
    func files() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/ForageGallery/Page")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(PageFiles.names == Set(names), "make page writes the list of them anew")
        for name in names {
            let reply = try await played.get("\(PageFiles.folder)/\(name)")
            #expect(reply.status == 200)
            #expect(reply["Cache-Control"] == "private, max-age=31536000, immutable")
            guard !name.hasSuffix(".js") else { continue }
            #expect(reply.body == Array(try Data(contentsOf: folder.appending(path: name))))
        }
        #expect(try await played.get("\(PageFiles.folder)/other.js").status == 404)
    }

    @Test(
        "the address of a file in another version leads to the current one",
        arguments: ["/assets/main.js", "/assets/0123456789abcdef/main.js", "/assets/a/b/main.js"])
    func formerFiles(target: String) async throws {
        let reply = try await played.get(target)
        #expect(reply.status == 307)
        #expect(reply["Location"] == "\(PageFiles.folder)/main.js")
        #expect(reply["Cache-Control"] == "no-cache")
    }

    @Test("the page names its files by their current addresses, and must be checked each time")
    func page() async throws {
        let reply = try await played.get("/")
        #expect(reply["Cache-Control"] == "no-cache")
        let addresses = reply.text.matches(of: /(?:href|src)="(\/assets[^"]+)"/).map { String($0.1) }
        #expect(addresses.count > 4)
        for address in addresses { #expect(try await played.get(address).status == 200) }
    }

    @Test("the script that stores the page has every file that is served, once, and no answers")
    func worker() async throws {
        let reply = try await played.get("/sw.js")
        #expect(reply["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(reply["Cache-Control"] == "no-cache")
        #expect(reply.text.contains("\"\(PageFiles.folder)\"") && !reply.text.contains("{{"))
        let list = try #require(reply.text.firstMatch(of: /names = \[(.+)\]/)).1
        let names = list.matches(of: /"([^"]+)"/).map { String($0.1) }
        #expect(Set(names).isSuperset(of: ["gallery.css", "icon.svg", "main.js", "viewer.js"]))
        #expect(!names.contains("dom.js") && !names.contains("index.html") && !names.contains("sw.js"))
        for name in names { #expect(try await played.get("\(PageFiles.folder)/\(name)").status == 200) }
    }

    @Test("the page can be installed only if its address stays the same", arguments: [true, false])
    func installable(isLasting: Bool) async throws {
        let response = try PageText.response(to: [:], isLasting: isLasting)
        guard case .bytes(let bytes) = response.body else { return #expect(Bool(false)) }
        let address = "\(PageFiles.folder)/manifest.webmanifest"
        #expect(String(decoding: bytes, as: UTF8.self).contains(address) == isLasting)
        let manifest = try await played.get(address)
        #expect(manifest["Content-Type"] == "application/manifest+json")
        #expect(try manifest.json["start_url"].string == "/")
    }

    @Test(
        "every response has the headers that confine it to this origin",
        arguments: ["/", "/api/v1/providers", "/healthz", "/nothing", "/%2e%2e/etc/passwd"])
    func safety(target: String) async throws {
        let reply = try await played.get(target)
        let policy = try #require(reply["Content-Security-Policy"])
        #expect(
            policy.contains("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"))
        #expect(reply["X-Content-Type-Options"] == "nosniff")
        #expect(reply["X-Frame-Options"] == "DENY")
        #expect(reply["Referrer-Policy"] == "no-referrer")
        #expect(reply["Cross-Origin-Resource-Policy"] == "same-origin")
    }

    @Test("a cached file is confirmed by its tag", arguments: ["/", "/api/v1/providers"])
    func tags(target: String) async throws {
        let first = try await played.get(target)
        let tag = try #require(first["ETag"])
        let second = try await played.get(target, headers: ["If-None-Match: \(tag)"])
        #expect(second.status == 304)
        #expect(second.body.isEmpty)
        #expect(try await played.get(target, headers: ["If-None-Match: \"other\""]).status == 200)
    }

    @Test(
        "text is compressed if the client accepts it",
        arguments: [("gzip, br", true), ("br, gzip;q=0.5", true), ("gzip;q=0", false), ("br", false)])
    func packing(accepted: String, isPacked: Bool) async throws {
        let plain = try await played.get("/")
        let reply = try await played.get("/", headers: ["Accept-Encoding: \(accepted)"])
        #expect(reply["Content-Encoding"] == (isPacked ? "gzip" : nil))
        #expect(reply["Vary"]?.hasPrefix("Accept-Encoding") == true)
        #expect(reply["ETag"] == plain["ETag"])
        #expect(isPacked ? try reply.unpacked == plain.body : reply.body == plain.body)
    }

    @Test(
        "HEAD works for every resource",
        arguments: ["/", "/healthz", "/api/v1/providers", "/api/v1/search?q=owl", "/nothing"])
    func head(target: String) async throws {
        let reply = try await played.get(target, method: "HEAD")
        let whole = try await played.get(target)
        #expect(reply.status == whole.status)
        #expect(reply["Content-Type"] == whole["Content-Type"])
        #expect(reply.body.isEmpty)
    }
}
