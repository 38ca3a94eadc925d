import ForageCore
import ForageSearch
import HTTPServer
import JSON
import LoopbackClient
import Platform
import Synchronization
import TestPlaces
import Testing

@testable import ForageGallery

@Suite("Pictures of the gallery", .timeLimit(.minutes(1)))
struct PictureTests {
    @Test("a picture has the type of its bytes, and may be cached")
    func plain() async throws {
        let album = try Album { SamplePicture.serve($0) }
        let reply = try await album.picture("plain")
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "image/png")
        #expect(reply["Cache-Control"] == "private, max-age=86400, immutable")
        #expect(reply.body == SamplePicture.png)
        let tag = try #require(reply["ETag"])
        #expect(try await album.picture("plain", headers: ["If-None-Match: \(tag)"]).status == 304)
    }

    @Test(
        "a part of a picture can be requested",
        arguments: [("bytes=0-7", 206, 8), ("bytes=-4", 206, 4), ("bytes=900-", 416, 0)])
    func parts(range: String, status: Int, count: Int) async throws {
        let reply = try await Album { SamplePicture.serve($0) }.picture("plain", headers: ["Range: \(range)"])
        #expect(reply.status == status)
        if status == 206 { #expect(reply.body.count == count) }
        if status == 416 { #expect(reply["Content-Range"] == "bytes */\(SamplePicture.png.count)") }
    }

    @Test(
        "a file that is no picture, or too large, is refused with the reason",
        arguments: [
            ("page", 415, "The file is not a picture of a known kind."),
            ("nothing", 415, "The file is not a picture of a known kind."),
            ("bomb", 415, "The picture has 65535 by 65535 pixels, which is too large to show."),
            ("gone", 404, "album.example no longer has the picture."),
            ("failing", 502, "album.example answered with status 500."),
            ("cut", 502, "album.example sent only a part of the picture."),
            ("endless", 502, "The picture is larger than 24 MiB."),
        ])
    func refused(name: String, status: Int, detail: String) async throws {
        let album = try Album { SamplePicture.serve($0) }
        let reply = try await album.picture(name)
        #expect(reply.status == status)
        #expect(try reply.json["detail"].string == detail)
        #expect(album.told == ["A picture at album.example was refused: \(detail)"])
    }

    @Test(
        "an SVG is always converted, whatever type it claims", arguments: ["script", "disguise"])
    func drawings(name: String) async throws {
        let reply = try await Album { SamplePicture.serve($0) }.picture(name)
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "image/png")
        #expect(reply.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let without = try await Album(imageProgram: nil) { SamplePicture.serve($0) }.picture(name)
        #expect(without.status == 415)
    }

    @Test(
        "a smaller picture is made in one of a few widths",
        arguments: [("320", 200), ("321", 400), ("x", 400)])
    func widths(width: String, status: Int) async throws {
        let album = try Album { SamplePicture.serve($0) }
        let reply = try await album.picture("plain", "?w=\(width)")
        #expect(reply.status == status)
        if status == 200 { #expect(reply["Content-Type"] == "image/webp") }
    }

    @Test(
        "a smaller picture is WebP if accepted, otherwise JPEG, with Vary",
        arguments: [
            (["Accept: image/avif,image/webp,*/*;q=0.8"], "webp"), (["Accept: */*"], "webp"), ([], "webp"),
            (["Accept: image/png,image/jpeg"], "jpeg"), (["Accept: image/webp;q=0,image/jpeg"], "jpeg"),
        ])
    func formats(headers: [String], format: String) async throws {
        let album = try Album { SamplePicture.serve($0) }
        for _ in 0..<2 {
            let reply = try await album.picture("plain", "?w=320", headers: headers)
            #expect(reply["Content-Type"] == "image/\(format)" && reply["Vary"] == "Accept")
        }
    }

    @Test("without the image program the original picture is returned")
    func unshrunk() async throws {
        let reply = try await Album(imageProgram: nil) { SamplePicture.serve($0) }.picture("plain", "?w=320")
        #expect(reply.body == SamplePicture.png)
    }

    @Test("a picture shown before is not requested again")
    func kept() async throws {
        let count = Mutex(0)
        let album = try Album { request in
            if request.path == "/pictures/plain" { count.withLock { $0 += 1 } }
            return SamplePicture.serve(request)
        }
        for _ in 0..<5 { #expect(try await album.picture("plain").status == 200) }
        #expect(count.withLock { $0 } == 1)
    }

    @Test("simultaneous requests for a smaller picture share one transfer and one conversion")
    func madeOnce() async throws {
        let place = try TemporaryFolder()
        // Records the orders that pass through it.
        let program = try place.write(
            "#!/bin/sh\n/usr/bin/tee -a '\(place.path)/orders' | '\(BuiltProgram.image)' \"$@\"\n",
            to: "forage-image", permissions: 0o755)
        let count = Mutex(0)
        let go = AsyncStream<Void>.makeStream()
        let album = try Album(imageProgram: program) { request in
            guard request.path == "/pictures/plain" else { return SamplePicture.serve(request) }
            count.withLock { $0 += 1 }
            for await _ in go.stream { break }
            return SamplePicture.serve(request)
        }
        let path = try #require(try await album.pictures("plain")["large"].string).prefix { $0 != "?" }
        let connections = try (0..<8).map { _ in try LoopbackConnection(port: album.gallery.port) }
        for connection in connections {
            try await connection.send(
                "GET \(path)?w=320 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        }
        // All requests so far are waiting by now.
        for _ in connections { #expect(try await album.gallery.get("/healthz").status == 200) }
        go.continuation.finish()
        for connection in connections {
            let reply = LoopbackReply(try await connection.readToEnd())
            #expect(reply?.status == 200)
            #expect(reply?["Content-Type"] == "image/webp")
        }
        #expect(count.withLock { $0 } == 1)
        let orders = try LocalFile(place.path + "/orders", upTo: 1 << 20).bytes
        #expect(orders.split(separator: UInt8(ascii: "\n")).count == 1)
    }

    @Test("a client that disconnects ends the transfer, unless others wait for it")
    func left() async throws {
        let stream = EndlessPicture()
        let album = try Album { request in
            request.path == "/pictures/plain" ? stream.answer : SamplePicture.serve(request)
        }
        let path = try #require(try await album.pictures("plain")["large"].string)
        let connections = try (0..<2).map { _ in try LoopbackConnection(port: album.gallery.port) }
        for connection in connections {
            try await connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }
        while !stream.hasBegun { try await Task.sleep(for: .milliseconds(10)) }
        connections[0].hangUp()
        try await Task.sleep(for: .milliseconds(300))
        #expect(!stream.hasEnded)
        connections[1].hangUp()
        while !stream.hasEnded { try await Task.sleep(for: .milliseconds(10)) }
        #expect(stream.count == 1)
    }

    @Test("no picture address reaches this machine", arguments: ["127.0.0.1", "localhost"])
    func redirected(host: String) async throws {
        let met = Mutex(0)
        let other = try HTTPServer { _ in
            met.withLock { $0 += 1 }
            return SamplePicture.answer(SamplePicture.png)
        }
        let target = "http://\(host):\(other.port)/secret.png"
        let album = try Album { request in
            request.path == "/pictures/away"
                ? HTTPServerResponse(status: 302, headers: ["Location": target])
                : SamplePicture.serve(request)
        }
        #expect(try await album.picture("away").status == 502)
        #expect(met.withLock { $0 } == 0)
        #expect(album.told.count == 1)
    }

    @Test("a service that requires its own picture addresses is obeyed")
    func hotlinked() async throws {
        let album = try Album(isProtected: true) { SamplePicture.serve($0) }
        #expect(try await album.pictures("plain")["large"].string == "https://album.example/pictures/plain")
        let policy = try await album.gallery.get("/")["Content-Security-Policy"]
        #expect(policy?.contains("img-src 'self' data: https://album.example; media-src 'self';") == true)
        #expect(try await album.pictures("elsewhere")["large"].exists == false)
    }
}

@Suite("Tokens of addresses")
struct AddressSealTests {
    private let url: WebURL = "https://album.example/pictures/owl.png?size=large"

    @Test("a token contains its address, and is the same each time")
    func round() {
        let seal = AddressSeal(.keyless, for: "pictures")
        #expect(seal.address(in: seal.token(for: url)) == url)
        #expect(seal.token(for: url) == seal.token(for: url))
        let item = ItemID(provider: "flickr", local: "1 2")
        let named = seal.token(for: url, of: item)
        #expect(seal.address(in: named) == url && seal.item(in: named) == item)
        #expect(seal.item(in: seal.token(for: url)) == nil && seal.item(in: named + "A") == nil)
    }

    @Test("with the key of a person, a token is valid in later runs, for its own purpose")
    func lasting() throws {
        let key = try #require(CursorSeal(key: Array(0..<16)))
        let token = AddressSeal(key, for: "pictures").token(for: url)
        #expect(AddressSeal(key, for: "pictures").address(in: token) == url)
        #expect(AddressSeal(key, for: "sounds").address(in: token) == nil)
        let other = try #require(CursorSeal(key: Array(1..<17)))
        #expect(AddressSeal(other, for: "pictures").address(in: token) == nil)
    }

    @Test("a token that was made without a key, changed or truncated is refused")
    func made() {
        let seal = AddressSeal(.keyless, for: "pictures")
        let token = seal.token(for: url)
        #expect(AddressSeal(.keyless, for: "pictures").address(in: token) == nil)
        #expect(seal.address(in: String(token.dropLast(4))) == nil)
        #expect(seal.address(in: token.replacing("a", with: "b")) == nil)
        for text in ["", "AAAA", "AAAAAAAAAAA", Base64URL.encode(Array(url.text.utf8))] {
            #expect(seal.address(in: text) == nil)
        }
    }
}
