import ForageDownloads
import HTTPServer
import JSON
import LoopbackClient
import Platform
import Synchronization
import Testing

@testable import ForageGallery

@Suite("Downloads from the gallery", .timeLimit(.minutes(1)))
struct FileTests {
    @Test("a download reports its progress, and is served as an attachment")
    func taken() async throws {
        let album = try Album { SamplePicture.serve($0) }
        let file = try await album.take("plain")
        #expect(file.kinds.first == "progress")
        #expect(file.kinds.last == "done")
        #expect(file.last["name"].string == "plain plain.png")
        #expect(file.last["bytes"].int == SamplePicture.png.count)
        let reply = try await album.gallery.get(try #require(file.address))
        #expect(reply.body == SamplePicture.png)
        #expect(reply["Content-Type"] == "image/png")
        #expect(
            reply["Content-Disposition"]
                == "attachment; filename=\"plain plain.png\"; filename*=UTF-8''plain%20plain.png")
        #expect(reply["X-Content-Type-Options"] == "nosniff")
        #expect(reply["Content-Length"] == "\(SamplePicture.png.count)")
    }

    @Test("a download brings its credit in a second file, and inside the picture if requested")
    func credited() async throws {
        let album = try Album { SamplePicture.serve($0) }
        for (query, embeds) in [("", false), ("?embed=true", true)] {
            let file = try await album.take("plain", query)
            let reply = try await album.gallery.get(try #require(file.last["credit"].string))
            #expect(reply["Content-Disposition"]?.contains("plain plain.png.credit.json") == true)
            #expect(try reply.json["id"].string == "album:plain")
            let picture = try await album.gallery.get(try #require(file.address)).body
            #expect((picture != SamplePicture.png) == embeds)
            #expect(String(decoding: picture, as: UTF8.self).contains("album.example") == embeds)
            #expect(file.last["notes"].exists == false)
        }
        let drawing = try await album.take("script", "?embed=true")
        #expect(Array(drawing.last["notes"].elements).count == 1)
    }

    @Test(
        "the rights of a photo follow its licence; without one, the owner has to be asked",
        arguments: [
            ("plain", "ask", []), ("cc0-1.0", "free", ["web", "print", "advert", "change"]),
            ("cc-by-4.0", "credit", ["web", "print", "advert", "change"]),
            ("cc-by-nc-nd-2.0", "non-commercial", ["web", "print"]),
        ] as [(String, String, [String])])
    func rights(name: String, summary: String, uses: [String]) async throws {
        let rights = try await Album { SamplePicture.serve($0) }.rights(name)
        #expect(rights["summary"].string == summary)
        #expect(rights["uses"].elements.compactMap(\.string) == uses)
    }

    @Test("a file is converted to the requested format")
    func converted() async throws {
        let album = try Album { SamplePicture.serve($0) }
        let file = try await album.gallery.take("album:plain", "?format=webp&size=large")
        #expect(file.last["name"].string == "plain plain.webp")
        #expect(try await album.gallery.get(try #require(file.address))["Content-Type"] == "image/webp")
        let without = try Album(imageProgram: nil) { SamplePicture.serve($0) }
        let reply = try await without.gallery.get(
            "/api/v1/items/album:plain/file?format=webp", method: "POST",
            headers: ["Accept: text/event-stream"])
        #expect(reply.status == 503)
    }

    @Test(
        "a part of a file can be requested",
        arguments: [
            ("bytes=0-7", 206, 0..<8),
            ("bytes=-4", 206, SamplePicture.png.count - 4..<SamplePicture.png.count),
            ("bytes=900-", 416, 0..<0), ("lines=1-2", 200, 0..<SamplePicture.png.count),
        ])
    func parts(range: String, status: Int, part: Range<Int>) async throws {
        let album = try Album { SamplePicture.serve($0) }
        let address = try #require(try await album.take("plain").address)
        let reply = try await album.gallery.get(address, headers: ["Range: \(range)"])
        #expect(reply.status == status)
        if status != 416 { #expect(reply.body == Array(SamplePicture.png[part])) }
        #expect(try await album.gallery.get(address, method: "HEAD")["Content-Length"] == "70")
    }

    @Test("a download running when the gallery stops is reported as failed")
    func closing() async throws {
        let asked = AsyncStream<Void>.makeStream()
        let album = try Album { request in
            guard request.path == "/pictures/plain" else { return SamplePicture.serve(request) }
            asked.continuation.yield()
            try? await Task.sleep(for: .seconds(3600))
            return .text("too late")
        }
        let serving = Task { await album.gallery.serve() }
        async let file = album.take("plain")
        for await _ in asked.stream { break }
        serving.cancel()
        #expect(try await file.kinds.last == "failed")
        #expect(try await file.last["detail"].string == "It was not downloaded: interrupted.")
        await serving.value
    }

    @Test("simultaneous and later requests for a file share one transfer")
    func once() async throws {
        let count = Mutex(0)
        let album = try Album { request in
            guard request.path == "/pictures/plain" else { return SamplePicture.serve(request) }
            count.withLock { $0 += 1 }
            try? await Task.sleep(for: .milliseconds(200))
            return SamplePicture.serve(request)
        }
        let addresses = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<5 { group.addTask { try await album.take("plain").address } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(addresses == [try await album.take("plain").address])
        #expect(count.withLock(\.self) == 1)
    }

    @Test("Unsplash is notified of each file once")
    func told() async throws {
        let played = try SandboxGallery()
        let id = try #require(
            try await played.items("/api/v1/search?q=owl+from:unsplash&limit=1").first?["id"].string)
        for _ in 0..<3 { #expect(try await played.gallery.take(id).kinds.last == "done") }
        #expect(try await played.requests.filter { $0.hasSuffix("/download") }.count == 1)
    }

    @Test("an SVG is served only as an attachment, in a sandbox")
    func drawing() async throws {
        let album = try Album { SamplePicture.serve($0) }
        let reply = try await album.gallery.get(try #require(try await album.take("script").address))
        #expect(reply["Content-Type"] == "image/svg+xml")
        #expect(reply["Content-Disposition"]?.hasPrefix("attachment;") == true)
        #expect(reply["Content-Security-Policy"] == "sandbox")
        #expect(reply.body == Array(SamplePicture.drawing.utf8))
    }

    @Test(
        "a failed download gives its reason, and leaves nothing",
        arguments: [
            ("page", "a web page was received instead of the file"), ("nothing", "nothing was received"),
            ("gone", "album.example answered 404 Not Found"),
            ("cut", "album.example closed the connection before the file was complete"),
        ])
    func refused(name: String, detail: String) async throws {
        let album = try Album { SamplePicture.serve($0) }
        let file = try await album.take(name)
        #expect(file.kinds.last == "failed")
        #expect(file.detail == "It was not downloaded: \(detail).")
    }

    @Test("a service that forbids copies of its pictures is obeyed, and the page says so")
    func unkept() async throws {
        let album = try Album(isProtected: true) { SamplePicture.serve($0) }
        let reason = "Album requires showing its pictures from its own addresses, not saving them"
        #expect(try await album.pictures("plain")["unkept"].string == reason)
        #expect(try await album.take("plain").detail == "It was not downloaded: \(reason).")
        let free = try Album { SamplePicture.serve($0) }
        #expect(try await free.pictures("plain")["unkept"].exists == false)
    }

    @Test("a client that disconnects ends the transfer from the service")
    func left() async throws {
        let stream = EndlessPicture()
        let album = try Album { request in
            request.path == "/pictures/plain" ? stream.answer : SamplePicture.serve(request)
        }
        let connection = try LoopbackConnection(port: album.gallery.port)
        try await connection.send(
            "POST /api/v1/items/album:plain/file HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
        )
        var told: [UInt8] = []
        while !String(decoding: told, as: UTF8.self).contains("\"got\":1") {
            told += try await connection.read()
        }
        connection.hangUp()
        while !stream.hasEnded { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test(
        "only the gallery's own page and programs may download files",
        arguments: [
            (["Sec-Fetch-Site: same-origin", "Origin: http://localhost"], 200),
            (["Origin: https://localhost"], 200), ([], 200), (["Sec-Fetch-Site: same-site"], 403),
            (["Sec-Fetch-Site: cross-site"], 403), (["Sec-Fetch-Site: none"], 403),
            (["Origin: null"], 403), (["Origin: http://evil.example"], 403),
            (["Origin: http://localhost:8080"], 403), (["Origin: http://evil.example?://localhost"], 403),
        ])
    func origins(headers: [String], status: Int) async throws {
        let album = try Album { SamplePicture.serve($0) }
        let reply = try await album.gallery.get(
            "/api/v1/items/album:plain/file", method: "POST", headers: headers + ["Accept: text/event-stream"]
        )
        #expect(reply.status == status)
    }

    @Test(
        "invalid requests are refused",
        arguments: [
            ("POST", "/api/v1/items/album:plain/file", 406), ("GET", "/api/v1/items/album:plain/file", 405),
            ("POST", "/api/v1/items/album:plain/file?size=huge", 400),
            ("POST", "/api/v1/items/album:plain/file?format=gif", 400),
            ("POST", "/api/v1/items/nobody:1/file", 404), ("POST", "/files/AAAA", 405),
            ("GET", "/files/AAAA", 404), ("GET", "/files/..%2f..%2fetc", 400),
        ])
    func senseless(method: String, target: String, status: Int) async throws {
        let album = try Album { SamplePicture.serve($0) }
        let reply = try await album.gallery.get(target, method: method)
        #expect(reply.status == status)
        #expect(reply["Content-Type"] == "application/problem+json")
    }

    @Test(
        "a file name is encoded for every browser",
        arguments: [
            ("owl.png", "owl.png", "owl.png"), ("Eule \"Ü\".png", "Eule ___.png", "Eule%20%22%C3%9C%22.png"),
            ("بومة.png", "____.png", "%D8%A8%D9%88%D9%85%D8%A9.png"), ("a\r\nb", "a__b", "a%0D%0Ab"),
        ])
    func names(name: String, plain: String, full: String) {
        #expect(
            ContentDisposition.attachment(name)
                == "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(full)")
    }
}
