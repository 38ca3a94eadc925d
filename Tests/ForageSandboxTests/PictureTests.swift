import JSON
import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite(.timeLimit(.minutes(1)))
struct PictureTests {
    private let client: SandboxClient

    init() throws {
        client = try SandboxClient.shared.get()
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    @Test("a picture is a PNG of the size stated in the answer", arguments: ["owl", "lighthouse", "flute"])
    func drawsPicture(query: String) async throws {
        let answer = try await client.search(query)
        let path = try #require(answer["Image"].string?.split(separator: "/").last)
        let reply = try await client.get("/duckduckgo.com/i/\(path)")
        #expect(reply["Content-Type"] == "image/png")
        #expect(reply.body.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        #expect(number(reply.body[16..<20]) == answer["ImageWidth"].int)
        #expect(number(reply.body[20..<24]) == answer["ImageHeight"].int)
        #expect(reply.isComplete)
    }

    @Test("the checksums of a small picture are correct")
    func checksums() {
        let png = PNG.encode(size: PictureSize(width: 1, height: 1), palette: [[255, 0, 0]]) { _ in [0] }
        let expected: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1,
            0, 0, 0,
            1, 8, 3, 0, 0, 0, 0x28, 0xCB, 0x34, 0xBB,
        ]
        #expect(Array(png.prefix(expected.count)) == expected)
        #expect(Array(png.suffix(12)) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }

    @Test("every subject can be drawn in any form", arguments: Category.all.map(\.singular))
    func drawsSubjects(subject: String) {
        for number in 0..<20 {
            for size in [PictureSize(width: 3, height: 90), PictureSize(width: 90, height: 3)] {
                #expect(Scene(named: "\(number)", of: subject, size: size).png.count > 100)
            }
        }
    }

    @Test("a picture depends on what it is of")
    func subjects() {
        let size = PictureSize(width: 60, height: 40)
        let owl = Scene(named: "a", of: "bird", size: size).png
        #expect(owl == Scene(named: "a", of: "bird", size: size).png)
        #expect(owl != Scene(named: "a", of: "tree", size: size).png)
    }

    @Test("pictures with different names differ, and repeat exactly")
    func variesPictures() async throws {
        let first = try await client.get("/i.duckduckgo.com/i/00000001.png")
        let again = try await client.get("/duckduckgo.com/i/00000001.png")
        let other = try await client.get("/duckduckgo.com/i/00000002.png")
        #expect(first.body == again.body)
        #expect(first.body != other.body)
    }

    @Test("a cached picture is not sent again")
    func revalidates() async throws {
        let first = try await client.get("/duckduckgo.com/i/00000001.png")
        let tag = try #require(first["ETag"])
        #expect(first["Cache-Control"] == "public, max-age=86400")
        let again = try await client.get("/duckduckgo.com/i/00000001.png", headers: ["If-None-Match: \(tag)"])
        #expect(again.status == 304)
        #expect(again.body == [])
    }

    @Test("an icon contains a picture of 16 by 16 pixels")
    func drawsIcon() async throws {
        let reply = try await client.get("/duckduckgo.com/i/elm.example.ico")
        #expect(reply["Content-Type"] == "image/x-icon")
        #expect(reply.body.starts(with: [0, 0, 1, 0, 1, 0, 16, 16]))
        #expect(Array(reply.body[22..<26]) == [0x89, 0x50, 0x4E, 0x47])
    }

    @Test(
        "pages linked from answers exist, others do not",
        arguments: [
            ("/duckduckgo.com/Snowy_owl", 200, "Snowy owl"), ("/encyclopaedia.example/wiki/Owl", 200, "Owl"),
            ("/duckduckgo.com/Bread_%26_butter_pudding", 200, "Bread &amp; butter pudding"),
            ("/encyclopaedia.example/?search=%3Cb%3E", 200, "&lt;b&gt;"),
            ("/duckduckgo.com/Nothing", 404, "Nothing"),
            ("/duckduckgo.com/i/picture.tiff", 404, "No such picture"),
        ])
    func showsPages(target: String, status: Int, text: String) async throws {
        let reply = try await client.get(target)
        #expect(reply.status == status)
        #expect(reply.text.contains(text))
    }
}
