import HTTPServer
import JSON
import LoopbackClient
import Testing

@testable import ForageGallery

@Suite("Result lists of the gallery", .timeLimit(.minutes(1)))
struct ListTests {
    @Test("a search returns the items of every provider, each with credit and pictures")
    func search() async throws {
        let played = try SandboxGallery()
        let reply = try await played.get("/api/v1/search?q=owl&limit=50")
        #expect(reply["Content-Type"] == "application/json; charset=utf-8")
        let answer = try reply.json
        #expect(answer["version"].int == 1)
        #expect(answer["query"].string == "owl")
        let items = Array(answer["items"].elements)
        #expect(Set(items.compactMap { $0["sources"][0]["provider"].string }).count >= 3)
        #expect(items.allSatisfy { $0["attribution"]["text"].string?.isEmpty == false })
        let photos = items.filter { $0["kind"].string == "photo" }
        #expect(!photos.isEmpty)
        // The placeholder of a picture, if its service has one.
        let unsplashed = photos.filter { $0["id"].string?.hasPrefix("unsplash:") == true }
        #expect(unsplashed.contains { $0["pictures"]["blurHash"].string?.isEmpty == false })
        let sets = photos.compactMap { $0["pictures"]["srcset"].string }
        #expect(sets.contains { $0.contains(" 160w, /images/") && $0.hasSuffix(" 960w") })
        #expect(photos.contains { $0["pictures"]["spare"].string?.hasPrefix("/images/") == true })
        for name in ["small", "large"] {
            #expect(photos.allSatisfy { $0["pictures"][name].string?.hasPrefix("/images/") == true })
        }
    }

    @Test("each credit names its source")
    func creditedSources() async throws {
        let items = try await SandboxGallery().items("/api/v1/search?q=owl+from:duckduckgo&limit=50")
        let credits = items.flatMap { $0["sources"].elements }.map { $0["attribution"] }
        for credit in credits {
            let name = try #require(credit["source"]["name"].string)
            #expect(credit["text"].string?.contains(", from \(name)") == true)
        }
        #expect(credits.contains { $0["source"]["name"].string == "Encyclopaedia" })
    }

    @Test("a list continues by cursor and by page number")
    func pages() async throws {
        let played = try SandboxGallery()
        let first = try await played.json("/api/v1/search?q=owl&limit=5")
        let next = try #require(first["next"].string)
        let second = try await played.items("/api/v1/search?q=owl&limit=5&cursor=\(next)")
        let same = try await played.items("/api/v1/search?q=owl&limit=5&page=2")
        #expect(second.map { $0["id"].string } == same.map { $0["id"].string })
        let ids = Set(first["items"].elements.compactMap { $0["id"].string })
        #expect(ids.isDisjoint(with: second.compactMap { $0["id"].string }))
    }

    @Test("filters are part of the query")
    func filters() async throws {
        let items = try await SandboxGallery().items("/api/v1/search?q=owl+kind:photo+from:unsplash&limit=10")
        #expect(!items.isEmpty)
        #expect(items.allSatisfy { $0["id"].string?.hasPrefix("unsplash:") == true })
    }

    @Test("a strict search leaves out providers that do not support a filter")
    func strict() async throws {
        let played = try SandboxGallery()
        func providers(_ path: String) async throws -> Set<String> {
            Set(try await played.items(path).compactMap { $0["sources"][0]["provider"].string })
        }
        let all = try await providers("/api/v1/search?q=owl+hue:green&limit=50")
        let held = try await providers("/api/v1/search?q=owl+hue:green&limit=50&strict=true")
        #expect(!held.isEmpty && held.isStrictSubset(of: all))
    }

    @Test(
        "each result explains its position on request",
        arguments: ["search?q=owl", "browse?"])
    func explained(target: String) async throws {
        let played = try SandboxGallery()
        let items = try await played.items("/api/v1/\(target)&explain=true")
        #expect(!items.isEmpty)
        #expect(items.allSatisfy { !$0["explain"]["terms"].isEmpty })
        #expect(try await played.items("/api/v1/\(target)").allSatisfy { $0["explain"]["terms"].isEmpty })
    }

    @Test("a listing has the same form")
    func browse() async throws {
        let answer = try await SandboxGallery().json("/api/v1/browse?day=2024-05-31&limit=4")
        #expect(answer["query"].isNull)
        #expect(answer["day"].string == "2024-05-31")
        #expect(answer["items"].count == 4)
        #expect(answer["next"].string != nil)
    }

    @Test("a list is read to its end, however long its cursors become")
    func end() async throws {
        let played = try SandboxGallery()
        var (ids, cursor, longest): ([String], String?, Int) = ([], nil, 0)
        repeat {
            let place = cursor.map { "&cursor=\($0)" } ?? ""
            let page = try await played.json("/api/v1/browse?kind=photo&limit=100\(place)")
            ids += page["items"].elements.compactMap { $0["id"].string }
            cursor = page["next"].string
            longest = max(longest, cursor?.utf8.count ?? 0)
        } while cursor != nil
        #expect(ids.count > 1_300 && Set(ids).count == ids.count)
        #expect(longest > 24_000)
    }

    @Test(
        "a listing accepts the filters of a search",
        arguments: [
            ("from=flickr", "flickr:"), ("kind=episode", "cocoacasts:"),
            ("kind=photo,topic&from=flickr", "flickr:"),
        ])
    func narrowed(parameters: String, prefix: String) async throws {
        let items = try await SandboxGallery().items("/api/v1/browse?limit=10&\(parameters)")
        #expect(!items.isEmpty)
        #expect(items.allSatisfy { $0["id"].string?.hasPrefix(prefix) == true })
    }

    @Test(
        "a streamed list ends as the same list",
        arguments: [
            "search?q=owl&limit=20", "browse?limit=7", "browse?limit=7&from=flickr&orientation=portrait",
        ])
    func stream(target: String) async throws {
        let played = try SandboxGallery()
        let reply = try await played.get("/api/v1/\(target)", headers: ["Accept: text/event-stream"])
        #expect(reply["Content-Type"] == "text/event-stream; charset=utf-8")
        #expect(reply["Cache-Control"] == "no-store")
        #expect(reply.isComplete)
        let events = try ToldEvents(reply.text)
        #expect(events.kinds.first == "began")
        #expect(events.kinds.last == "finished")
        #expect(events.kinds.contains("item"))
        #expect(events.kinds.contains("outcome"))
        let list = try await played.items("/api/v1/\(target)")
        #expect(events.list == list.map(\.written))
    }

    @Test("a stream is compressed if the client accepts it, and each event can be read at once")
    func packedStream() async throws {
        let release = AsyncStream<Void>.makeStream()
        let album = try Album { request in
            for await _ in release.stream { break }
            return .text("")
        }
        let connection = try LoopbackConnection(port: album.gallery.port)
        try await connection.send(
            "GET /api/v1/search?q=owl HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
                + "Accept-Encoding: gzip\r\n\r\n")
        // The first event arrives although the only provider has not answered.
        var bytes: [UInt8] = []
        while try LoopbackReply(bytes).map({ try $0.unpacked.isEmpty }) ?? true {
            bytes += try await connection.read()
        }
        let beginning = try #require(LoopbackReply(bytes))
        #expect(beginning["Content-Encoding"] == "gzip")
        #expect(String(decoding: try beginning.unpacked, as: UTF8.self).hasPrefix("event: began\n"))
        release.continuation.yield()
        bytes += try await connection.readToEnd()
        let whole = try #require(LoopbackReply(bytes))
        #expect(whole.isComplete)
        #expect(try ToldEvents(String(decoding: whole.unpacked, as: UTF8.self)).kinds.last == "finished")
    }

    @Test("a failed provider is one outcome, and the others' items are returned")
    func failure() async throws {
        let played = try SandboxGallery("api.duckduckgo.com:500")
        let answer = try await played.json("/api/v1/search?q=owl")
        let outcomes = answer["outcomes"].elements
        #expect(
            outcomes.contains { $0["provider"].string == "duckduckgo" && $0["result"].string == "failed" })
        #expect(!answer["items"].isEmpty)
    }

    @Test(
        "a client that disconnects ends its search", arguments: ["text/event-stream", "application/json"])
    func leaving(accepted: String) async throws {
        let (asked, ended) = (AsyncStream<Void>.makeStream(), AsyncStream<Bool>.makeStream())
        let album = try Album { _ in
            asked.continuation.yield()
            try? await Task.sleep(for: .seconds(3600))
            ended.continuation.yield(Task.isCancelled)
            return .text("too late")
        }
        let connection = try LoopbackConnection(port: album.gallery.port)
        try await connection.send(
            "GET /api/v1/search?q=owl HTTP/1.1\r\nHost: localhost\r\nAccept: \(accepted)\r\n\r\n")
        for await _ in asked.stream { break }
        connection.hangUp()
        // The service sees its client disconnect long before its time is over.
        for await isCancelled in ended.stream {
            #expect(isCancelled)
            break
        }
    }
}

/// The list that a page builds from the events.
private struct ToldEvents {
    private(set) var kinds: [String] = []
    private(set) var list: [String] = []

    init(_ text: String) throws {
        var items: [String: JSONValue] = [:]
        for event in text.split(separator: "\n\n") {
            let lines = event.split(separator: "\n")
            try #require(lines.count == 2)
            let kind = String(lines[0].dropFirst("event: ".count))
            let data = try JSONDocument(Array(lines[1].dropFirst("data: ".count).utf8), mode: .strict).root
            #expect(data["event"].string == (kind == "item" ? nil : kind))
            kinds.append(kind)
            if kind == "item" { items[data["id"].string ?? ""] = data }
            guard kind == "finished" else { continue }
            for change in data["changed"].elements { items[change["id"].string ?? ""] = change }
            list = data["order"].elements.map { items[$0.string ?? ""]?.written ?? "missing" }
        }
    }
}

extension JSONValue {
    fileprivate var written: String { JSONWriter.text { $0.value(self) } }
}
