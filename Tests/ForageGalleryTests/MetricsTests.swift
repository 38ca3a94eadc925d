import ForageCore
import HTTPServer
import JSON
import LoopbackClient
import Testing

@testable import ForageGallery

@Suite("Metrics of the gallery", .timeLimit(.minutes(1)))
struct MetricsTests {
    /// The samples by name and labels.
    private func samples(_ reply: LoopbackReply) -> [String: String] {
        let lines = reply.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return Dictionary(
            lines.map { line in
                let end = line.lastIndex(of: " ") ?? line.endIndex
                return (String(line[..<end]), String(line[end...].dropFirst()))
            }, uniquingKeysWith: { "\($0) twice \($1)" })
    }

    @Test("the output is OpenMetrics: each name once, with a description, and an end")
    func form() async throws {
        let played = try SandboxGallery()
        _ = try await played.get("/api/v1/search?q=owl")
        let reply = try await played.get("/metrics")
        #expect(reply.status == 200)
        #expect(
            reply["Content-Type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8")
        #expect(reply.text.hasSuffix("\n# EOF\n"))
        let types = reply.text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
        #expect(Set(types).count == types.count)
        #expect(!samples(reply).values.contains { $0.contains("twice") })
    }

    @Test("outcomes of providers are counted, with the time of those asked")
    func outcomes() async throws {
        let played = try SandboxGallery("api.duckduckgo.com:500")
        for _ in 0..<2 { _ = try await played.get("/api/v1/search?q=owl+from:flickr,duckduckgo") }
        _ = try await played.get(
            "/api/v1/search?q=wren+from:flickr", headers: ["Accept: text/event-stream"])
        let samples = samples(try await played.get("/metrics"))
        let outcomes = "forage_provider_outcomes_total"
        #expect(samples[outcomes + #"{provider="flickr",result="answered"}"#] == "3")
        #expect(samples[outcomes + #"{provider="duckduckgo",result="failed"}"#] == "2")
        let latency = "forage_provider_latency_seconds"
        #expect(samples[latency + #"_count{provider="flickr"}"#] == "3")
        #expect(samples[latency + #"_bucket{provider="flickr",le="+Inf"}"#] == "3")
        #expect(Double(samples[latency + #"_sum{provider="flickr"}"#] ?? "") ?? 0 > 0)
        #expect(Int(samples["forage_fetched_bytes_total"] ?? "") ?? 0 > 0)
    }

    @Test("requests are counted by route and status, not by path")
    func requests() async throws {
        let played = try SandboxGallery()
        for target in [
            "/", "\(PageFiles.folder)/main.js", "/assets/none", "/a", "/b", "/%FF", "/api/v1/items/flickr:1",
        ] {
            _ = try await played.get(target)
        }
        let samples = samples(try await played.get("/metrics"))
        func count(_ route: String, _ status: Int) -> String? {
            samples[#"forage_requests_total{route="\#(route)",status="\#(status)"}"#]
        }
        #expect(count("page", 200) == "1")
        #expect(count("asset", 200) == "1")
        #expect(count("asset", 404) == "1")
        #expect(count("none", 404) == "2")
        #expect(count("none", 400) == "1")
        #expect(count("item", 404) == "1")
    }

    @Test("refused pictures are counted by reason")
    func pictures() async throws {
        let album = try Album { request in
            switch request.path {
            case "/pictures/page": .text("<html>")
            case "/pictures/gone": .text("", status: 404)
            case "/pictures/failing": .text("", status: 500)
            default: .text("{}")
            }
        }
        for name in ["page", "gone", "failing", "failing"] { _ = try await album.picture(name) }
        let samples = samples(try await album.gallery.get("/metrics"))
        func count(_ reason: String) -> String? {
            samples[#"forage_refused_pictures_total{reason="\#(reason)"}"#]
        }
        #expect(count("unusable") == "1")
        #expect(count("gone") == "1")
        #expect(count("upstream") == "2")
        #expect(count("late") == "0")
    }

    @Test("a streamed list is counted until its reader disconnects")
    func streams() async throws {
        let asked = AsyncStream<Void>.makeStream()
        let album = try Album { _ in
            asked.continuation.yield()
            try? await Task.sleep(for: .seconds(3600))
            return .text("too late")
        }
        func count() async throws -> String? {
            samples(try await album.gallery.get("/metrics"))["forage_streams"]
        }
        #expect(try await count() == "0")
        let connection = try LoopbackConnection(port: album.gallery.port)
        try await connection.send(
            "GET /api/v1/search?q=owl HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
        for await _ in asked.stream { break }
        #expect(try await count() == "1")
        connection.hangUp()
        while try await count() != "0" { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test("each bucket of a histogram includes the lower ones, and the last everything")
    func histogram() {
        var histogram = Histogram()
        for milliseconds in [5, 10, 11, 700, 60_000] { histogram.note(.milliseconds(milliseconds)) }
        let buckets = Dictionary(uniqueKeysWithValues: histogram.buckets.map { ($0.bound, $0.count) })
        #expect(buckets["0.01"] == 2)
        #expect(buckets["0.025"] == 3)
        #expect(buckets["0.5"] == 3)
        #expect(buckets["1.0"] == 4)
        #expect(buckets["10.0"] == 4)
        #expect(buckets["+Inf"] == 5)
        #expect(histogram.count == 5)
        #expect(abs(histogram.sum - 60.726) < 0.001)
    }

    @Test("label values are escaped")
    func escaping() {
        var text = OpenMetricsText()
        text.family("forage_a", .gauge, "Says \"a\\b\".")
        text.sample("forage_a", ["name": "a\"b\\c\nd"], 1)
        #expect(
            text.finished() == """
                # TYPE forage_a gauge
                # HELP forage_a Says \\"a\\\\b\\".
                forage_a{name="a\\"b\\\\c\\nd"} 1
                # EOF

                """)
    }
}
