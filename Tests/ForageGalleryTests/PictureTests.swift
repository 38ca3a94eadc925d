import ForageCore
import HTTPServer
import JSON
import LoopbackClient
import Synchronization
import Testing

@testable import ForageGallery

@Suite("Pictures of the gallery", .timeLimit(.minutes(1)))
struct PictureTests {
    /// One pixel.
    private static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0,
        0,
        0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63,
        0xF8, 0xCF, 0xC0, 0xF0, 0x1F, 0, 5, 0, 1, 0xFF, 0x89, 0x99, 0x3D, 0x1D, 0, 0, 0, 0, 0x49, 0x45, 0x4E,
        0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    private static let drawing = """
        <svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><script>alert(1)</script>
        <rect width='20' height='10' fill='teal'/></svg>
        """

    private static func picture(_ bytes: [UInt8], type: String = "image/png") -> HTTPServerResponse {
        HTTPServerResponse(headers: ["Content-Type": type], body: .bytes(bytes))
    }

    /// What the service has, by name.
    private static func serve(_ request: HTTPServerRequest) -> HTTPServerResponse {
        switch request.path {
        case "/pictures/plain": picture(png)
        // Whatever it calls itself.
        case "/pictures/page": picture(Array("<!doctype html><script>alert(1)</script>".utf8))
        case "/pictures/script": picture(Array(drawing.utf8), type: "image/svg+xml")
        case "/pictures/disguise": picture(Array(drawing.utf8))
        case "/pictures/nothing": picture([])
        case "/pictures/gone": HTTPServerResponse(status: 404)
        case "/pictures/failing": HTTPServerResponse(status: 500)
        case "/pictures/cut":
            HTTPServerResponse(
                headers: ["Content-Type": "image/png"], body: .cut(png, declaredLength: 1_000))
        case "/pictures/endless":
            HTTPServerResponse(
                headers: ["Content-Type": "image/png"],
                body: .stream { writer in
                    try await writer.write(png)
                    while true { try await writer.write([UInt8](repeating: 0, count: 1 << 20)) }
                })
        // A GIF of 65,535 by 65,535 pixels.
        case "/pictures/bomb":
            picture(Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0x3B], type: "image/gif")
        default: .text("{}")
        }
    }

    @Test("a picture comes with the type that its bytes have, to be kept and known again")
    func plain() async throws {
        let album = try Album { Self.serve($0) }
        let reply = try await album.picture("plain")
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "image/png")
        #expect(reply["Cache-Control"] == "private, max-age=86400, immutable")
        #expect(reply.body == Self.png)
        let tag = try #require(reply["ETag"])
        #expect(try await album.picture("plain", headers: ["If-None-Match: \(tag)"]).status == 304)
    }

    @Test(
        "a part of it can be had",
        arguments: [("bytes=0-7", 206, 8), ("bytes=-4", 206, 4), ("bytes=900-", 416, 0)])
    func parts(range: String, status: Int, count: Int) async throws {
        let reply = try await Album { Self.serve($0) }.picture("plain", headers: ["Range: \(range)"])
        #expect(reply.status == status)
        if status == 206 { #expect(reply.body.count == count) }
    }

    @Test(
        "what is no picture, or too much of one, is refused and named",
        arguments: [
            ("page", 415, "What is there is no picture of a known kind."),
            ("nothing", 415, "What is there is no picture of a known kind."),
            ("bomb", 415, "It has 65535 by 65535 pixels, which no page can show."),
            ("gone", 404, "album.example does not have it any more."),
            ("failing", 502, "album.example answered with status 500."),
            ("cut", 502, "album.example sent only a part of it."),
            ("endless", 502, "It has more than 24 MiB."),
        ])
    func refused(name: String, status: Int, detail: String) async throws {
        let album = try Album { Self.serve($0) }
        let reply = try await album.picture(name)
        #expect(reply.status == status)
        #expect(try reply.json["detail"].string == detail)
        #expect(album.told == ["A picture at album.example was refused: \(detail)"])
    }

    @Test(
        "a drawing is never handed out as one, whatever it calls itself", arguments: ["script", "disguise"])
    func drawings(name: String) async throws {
        let reply = try await Album { Self.serve($0) }.picture(name)
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "image/png")
        #expect(reply.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let without = try await Album(imageProgram: nil) { Self.serve($0) }.picture(name)
        #expect(without.status == 415)
    }

    @Test(
        "a smaller one is made, in one of a few widths", arguments: [("320", 200), ("321", 400), ("x", 400)])
    func widths(width: String, status: Int) async throws {
        let album = try Album { Self.serve($0) }
        let reply = try await album.gallery.get(
            try #require(try await album.pictures("plain")["original"].string) + "?w=\(width)")
        #expect(reply.status == status)
        if status == 200 { #expect(reply["Content-Type"] == "image/webp") }
    }

    @Test("without the program for it a picture comes as it is")
    func unshrunk() async throws {
        let reply = try await Album(imageProgram: nil) { Self.serve($0) }.picture("plain", "?w=320")
        #expect(reply.body == Self.png)
    }

    @Test("what was shown before is not asked for again")
    func kept() async throws {
        let count = Mutex(0)
        let album = try Album { request in
            if request.path == "/pictures/plain" { count.withLock { $0 += 1 } }
            return Self.serve(request)
        }
        for _ in 0..<5 { #expect(try await album.picture("plain").status == 200) }
        #expect(count.withLock { $0 } == 1)
    }

    @Test("nobody leads it to this machine", arguments: ["127.0.0.1", "localhost"])
    func redirected(host: String) async throws {
        let met = Mutex(0)
        let other = try HTTPServer { _ in
            met.withLock { $0 += 1 }
            return Self.picture(Self.png)
        }
        let target = "http://\(host):\(other.port)/secret.png"
        let album = try Album { request in
            request.path == "/pictures/away"
                ? HTTPServerResponse(status: 302, headers: ["Location": target]) : Self.serve(request)
        }
        #expect(try await album.picture("away").status == 502)
        #expect(met.withLock { $0 } == 0)
        #expect(album.told.count == 1)
    }

    @Test("a service that wants its pictures shown from its own addresses is obeyed")
    func hotlinked() async throws {
        let album = try Album(isProtected: true) { Self.serve($0) }
        #expect(try await album.pictures("plain")["large"].string == "https://album.example/pictures/plain")
        let policy = try await album.gallery.get("/")["Content-Security-Policy"]
        #expect(policy?.contains("img-src 'self' data: https:;") == true)
    }
}

@Suite("Tokens of pictures")
struct PictureSealTests {
    private let url: WebURL = "https://album.example/pictures/owl.png?size=large"

    @Test("a token leads back to its address, and is the same each time")
    func round() {
        let seal = PictureSeal()
        #expect(seal.address(in: seal.token(for: url)) == url)
        #expect(seal.token(for: url) == seal.token(for: url))
    }

    @Test("one of another run, changed or cut leads nowhere")
    func made() {
        let seal = PictureSeal()
        let token = seal.token(for: url)
        #expect(PictureSeal().address(in: token) == nil)
        #expect(seal.address(in: String(token.dropLast(4))) == nil)
        #expect(seal.address(in: token.replacing("a", with: "b")) == nil)
        for text in ["", "AAAA", "AAAAAAAAAAA", Base64URL.encode(Array(url.text.utf8))] {
            #expect(seal.address(in: text) == nil)
        }
    }
}
