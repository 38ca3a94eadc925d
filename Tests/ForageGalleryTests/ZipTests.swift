import ForageCore
import ForageDownloads
import HTTPServer
import JSON
import LoopbackClient
import Platform
import Testing

@testable import ForageGallery

@Suite("ZIP files of the gallery", .timeLimit(.minutes(1)))
struct ZipTests {
    /// An album whose pictures have the licence of their name, if it begins with "cc".
    private func album() throws -> Album {
        try Album { request in
            request.path.hasPrefix("/pictures/cc")
                ? SamplePicture.answer(SamplePicture.png) : SamplePicture.serve(request)
        }
    }

    /// The events of an order for these items of an album, and the ZIP file.
    private struct Zip {
        let taken: TakenFile
        let files: [String: [UInt8]]

        init(_ names: [String], _ query: String = "", in album: Album) async throws {
            let items = names.map { #"{ "id": "album:\#($0)" }"# }.joined(separator: ", ")
            let reply = try await album.order(#"{ "items": [\#(items)] }"#, query)
            taken = try TakenFile(reply)
            guard let address = taken.address else {
                files = [:]
                return
            }
            let zip = try await album.gallery.get(address)
            #expect(zip["Content-Type"] == "application/zip")
            #expect(zip["Content-Disposition"]?.hasPrefix("attachment; filename=\"forage-") == true)
            #expect(zip["Content-Length"] == "\(zip.body.count)")
            #expect(taken.last["bytes"].int == zip.body.count)
            files = try StoredFiles(zip.body).files
        }

        var missing: [String] { taken.last["missing"].elements.compactMap { $0["id"].string } }

        func text(_ name: String) -> String { String(decoding: files[name] ?? [], as: UTF8.self) }
    }

    @Test("it has the files with their credits, and pages of all credits")
    func whole() async throws {
        let album = try album()
        let zip = try await Zip(["cc0-1.0", "cc-by-4.0"], in: album)
        #expect(zip.taken.kinds.first == "progress")
        #expect(zip.taken.kinds.last == "done")
        #expect(zip.taken.last["files"].int == 2)
        #expect(zip.missing.isEmpty)
        let pictures = ["cc0-1.0 cc0-1.0.png", "cc-by-4.0 cc-by-4.0.png"]
        let credits = ["credits.html", "credits.md", "credits.json", "credits.lock"]
        #expect(Set(zip.files.keys) == Set(pictures + pictures.map { $0 + ".credit.json" } + credits))
        for name in pictures {
            #expect(zip.files[name] == SamplePicture.png)
            #expect(zip.text("credits.html").contains(PercentEncoding.encode(name)))
        }
        #expect(zip.text("credits.md").contains("https://album.example/"))
        let document = try JSONDocument(zip.files["credits.json"] ?? [], mode: .strict).root
        #expect(document["items"].elements.map { $0["file"]["name"].string } == pictures)
        #expect(document["items"][0]["attribution"]["html"].exists)
        let lock = try JSONDocument(zip.files["credits.lock"] ?? [], mode: .strict).root["files"]
        #expect(lock.elements.map { $0["path"].string } == pictures.sorted())
        for entry in lock.elements {
            let path = entry["path"].string ?? ""
            #expect(entry["sha256"].string == (try Digest.sha256.of(zip.files[path] ?? []).hex))
            #expect(
                entry["sidecar"].string == (try Digest.sha256.of(zip.files[path + ".credit.json"] ?? []).hex))
            #expect(entry["credits"][0]["licence"].exists && entry["seal"].exists)
        }
    }

    @Test("with the credit inside the pictures there are no further files")
    func embedded() async throws {
        let zip = try await Zip(["cc0-1.0"], "?embed=true", in: try album())
        #expect(zip.files["cc0-1.0 cc0-1.0.png"] != SamplePicture.png)
        #expect(!zip.files.keys.contains { $0.hasSuffix(".credit.json") })
    }

    @Test("what is missing is named in the last event and in all credits, with the reason")
    func missing() async throws {
        let (album, names) = (try album(), ["cc0-1.0", "gone", "plain", "cc0-1.0"])
        let zip = try await Zip(names, in: album)
        #expect(zip.missing == ["album:gone", "album:plain"])
        let whole = try await Zip(names, "?reserved=true", in: album)
        #expect(whole.missing == ["album:gone"])
        for name in ["credits.html", "credits.md", "credits.json"] {
            #expect(zip.text(name).contains("rights are reserved"))
            #expect(whole.text(name).contains("album.example answered 404 Not Found"))
        }
    }

    @Test(
        "what the licence does not permit for the use is left out",
        arguments: [("web", []), ("advert", ["cc-by-nc-4.0"]), ("change", ["cc-by-nd-4.0"])]
            as [(String, [String])])
    func uses(use: String, missing: [String]) async throws {
        let album = try album()
        let zip = try await Zip(["cc-by-4.0", "cc-by-nc-4.0", "cc-by-nd-4.0"], "?use=\(use)", in: album)
        #expect(zip.missing == missing.map { "album:\($0)" })
    }

    @Test("without any file there is no ZIP file, and the reasons are named")
    func none() async throws {
        let zip = try await Zip(["plain"], in: try album())
        #expect(zip.taken.kinds.last == "failed")
        #expect(zip.missing == ["album:plain"])
    }

    @Test("it outlives the cached files of which it consists")
    func kept() async throws {
        let cache = FileCache(.init(count: 0))
        var place = try cache.takePlace(for: FileOrder(#require(ItemID("album:a"))))
        try LocalFile.replace("\(place.folder.path)/a.png", with: SamplePicture.png, permissions: 0o600)
        place.file = CachedFile(SavedFile("a.png", byteCount: 70, resumedAt: 0), in: place.folder)
        let file = try #require(place.file)
        cache.put(place)
        let zip = ZipFile("a.zip", [try await ZipFile.Entry("a.png") { try file.open() }])
        var bytes: [UInt8] = []
        try await zip.write { bytes += $0 }
        #expect(try StoredFiles(bytes).files == ["a.png": SamplePicture.png])
        #expect(bytes.count == zip.byteCount)
    }

    @Test(
        "invalid orders are refused",
        arguments: [
            ("", "", 400), ("{}", "", 400), (#"{"items":[]}"#, "", 400), (#"{"items":[{}]}"#, "", 400),
            (#"{"items":["album:a"]}"#, "", 400), (#"{"items":[{"id":"album:a"}]}"#, "?use=tattoo", 400),
            (#"{"items":[{"id":"album:a"}]}"#, "?size=huge", 400),
            (#"{"items":[\#((0...200).map { #"{"id":"album:\#($0)"}"# }.joined(separator: ","))]}"#, "", 400),
        ])
    func refused(body: String, query: String, status: Int) async throws {
        let album = try album()
        let reply = try await album.order(body, query)
        #expect(reply.status == status)
        #expect(try reply.json["detail"].exists)
    }

    @Test("only the gallery's own page and programs may order one")
    func origins() async throws {
        let album = try album()
        let body = #"{"items":[{"id":"album:plain"}]}"#
        #expect(try await album.order(body, headers: ["Origin: http://evil.example"]).status == 403)
        let plain = try await LoopbackConnection.request(
            "/api/v1/zip", port: album.gallery.port, method: "POST", body: body)
        #expect(plain?.status == 406)
    }

    @Test("a client that disconnects ends the transfers from the service")
    func left() async throws {
        let stream = EndlessPicture()
        let album = try Album { request in
            request.path == "/pictures/cc0-1.0" ? stream.answer : SamplePicture.serve(request)
        }
        let connection = try LoopbackConnection(port: album.gallery.port)
        let body = #"{"items":[{"id":"album:cc0-1.0"}]}"#
        try await connection.send(
            "POST /api/v1/zip HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        var told: [UInt8] = []
        while !String(decoding: told, as: UTF8.self).contains("progress") {
            told += try await connection.read()
        }
        connection.hangUp()
        while !stream.hasEnded { try await Task.sleep(for: .milliseconds(10)) }
    }
}

extension Album {
    fileprivate func order(
        _ body: String, _ query: String = "", headers: [String] = []
    ) async throws -> LoopbackReply {
        try #require(
            try await LoopbackConnection.request(
                "/api/v1/zip\(query)", port: gallery.port, method: "POST",
                headers: ["Accept: text/event-stream"] + headers, body: body))
    }
}

/// The files of a ZIP file, read by the format's description: from the end to the directory, and from there to each.
private struct StoredFiles {
    private(set) var files: [String: [UInt8]] = [:]

    init(_ bytes: [UInt8]) throws {
        func number(_ count: Int, at place: Int) -> Int {
            bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let end = bytes.count - 22
        try #require(end >= 0 && bytes[end..<end + 4].elementsEqual([0x50, 0x4B, 5, 6]))
        var entry = number(4, at: end + 16)
        for _ in 0..<number(2, at: end + 10) {
            #expect(bytes[entry..<entry + 4].elementsEqual([0x50, 0x4B, 1, 2]))
            let (start, size) = (number(4, at: entry + 42), number(4, at: entry + 24))
            let length = number(2, at: entry + 28)
            #expect(bytes[start..<start + 4].elementsEqual([0x50, 0x4B, 3, 4]))
            #expect(bytes[start + 4..<start + 30].elementsEqual(bytes[entry + 6..<entry + 32]))
            let content = Array(bytes[start + 30 + length..<start + 30 + length + size])
            #expect(number(4, at: entry + 16) == Int(CRC32.of(content)))
            files[String(decoding: bytes[entry + 46..<entry + 46 + length], as: UTF8.self)] = content
            entry += 46 + length
        }
        #expect(entry == end)
    }
}
