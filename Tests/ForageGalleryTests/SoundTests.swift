import HTTPServer
import JSON
import LoopbackClient
import Synchronization
import Testing

@testable import ForageGallery

@Suite("Sounds of the gallery", .timeLimit(.minutes(1)))
struct SoundTests {
    /// Longer than one part.
    private static let sound: [UInt8] = {
        var bytes = [UInt8](repeating: 7, count: 3 << 20)
        for place in stride(from: 0, to: bytes.count, by: 99) { bytes[place] = UInt8(place / 99 % 251) }
        return bytes
    }()
    private static let greatestPart = 2 << 20

    private static func serve(_ request: HTTPServerRequest) -> HTTPServerResponse {
        let answer = HTTPServerResponse(headers: ["Content-Type": "audio/mpeg"], body: .bytes(sound))
        switch request.path {
        case "/pictures/sound": return answer.honouringRange(askedFor: request.headers)
        case "/pictures/soundwhole": return answer
        case "/pictures/soundpage":
            return HTTPServerResponse(
                headers: ["Content-Type": "text/html"], body: .bytes(Array("<script>alert(1)</script>".utf8)))
        case "/pictures/soundother":
            var other = answer
            other.status = 206
            other.headers["Content-Range"] = "bytes 8-15/99"
            return other
        case "/pictures/soundgone": return HTTPServerResponse(status: 404)
        case "/pictures/soundfailing": return HTTPServerResponse(status: 500)
        case "/pictures/soundhuge":
            return HTTPServerResponse(
                headers: ["Content-Type": "audio/mpeg"], body: .cut([1], declaredLength: 1 << 30))
        default: return .text("{}")
        }
    }

    @Test(
        "a range is forwarded, at most 2 MiB at a time",
        arguments: [
            ("bytes=0-", 0..<SoundTests.greatestPart), ("bytes=100-199", 100..<200),
            ("bytes=2097152-", 2_097_152..<SoundTests.sound.count),
            ("bytes=-10", (SoundTests.sound.count - 10)..<SoundTests.sound.count),
            ("bytes=-3000000", (SoundTests.sound.count - SoundTests.greatestPart)..<SoundTests.sound.count),
        ])
    func parts(range: String, part: Range<Int>) async throws {
        let asked = Mutex<[String?]>([])
        let album = try Album { request in
            if request.path == "/pictures/sound" { asked.withLock { $0.append(request.headers["Range"]) } }
            return Self.serve(request)
        }
        let reply = try await album.sound("sound", range: range)
        #expect(reply.status == 206)
        #expect(
            reply["Content-Range"] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(Self.sound.count)")
        #expect(reply["Content-Type"] == "audio/mpeg")
        #expect(reply["Cache-Control"] == "private, no-store")
        #expect(reply.body == Array(Self.sound[part]))
        #expect(asked.withLock { $0.count } == 1 && asked.withLock { $0[0] } != nil)
    }

    @Test(
        "without a range, or from a server that ignores it, the whole sound is sent",
        arguments: [nil, "bytes=9-"])
    func whole(range: String?) async throws {
        let reply = try await Album { Self.serve($0) }.sound("soundwhole", range: range)
        #expect(reply.status == 200)
        #expect(reply.body == Self.sound)
    }

    @Test("HEAD returns the length of the whole sound")
    func head() async throws {
        let reply = try await Album { Self.serve($0) }.sound("sound", method: "HEAD")
        #expect(reply.status == 200 && reply["Content-Length"] == "\(Self.sound.count)" && reply.body.isEmpty)
    }

    @Test(
        "what is no sound, or not the requested part, is refused",
        arguments: [
            ("soundpage", 415), ("soundother", 502), ("soundgone", 404), ("soundfailing", 502),
            ("soundhuge", 502),
        ])
    func refused(name: String, status: Int) async throws {
        let reply = try await Album { Self.serve($0) }.sound(name, range: "bytes=0-")
        #expect(reply.status == status)
        #expect(reply["Content-Type"] == "application/problem+json")
    }

    @Test("a part that does not exist is refused with the length of the sound")
    func beyond() async throws {
        let reply = try await Album { Self.serve($0) }.sound("sound", range: "bytes=9999999-")
        #expect(reply.status == 416 && reply["Content-Range"] == "bytes */\(Self.sound.count)")
    }

    @Test("only addresses of sounds that results contained are served")
    func tokens() async throws {
        let album = try Album { SamplePicture.serve($0) }
        let picture = try #require(try await album.pictures("plain")["large"].string)
        let token = picture.dropFirst("/images/".count).prefix { $0 != "?" }
        #expect(try await album.gallery.get("/media/\(token)").status == 404)
        #expect(try await album.gallery.get("/media/abc").status == 404)
        #expect(
            try await album.gallery.get("/")["Content-Security-Policy"]?.contains("media-src 'self';") == true
        )
    }
}
