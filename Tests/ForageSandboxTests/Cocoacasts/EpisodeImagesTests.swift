import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite("Images of simulated episodes", .timeLimit(.minutes(1)))
struct EpisodeImagesTests {
    private let client: SandboxClient
    private let slug = "building-an-owl-tracker-setting-up-the-project"
    private var path: String { "/\(slug)/\(slug).svg" }

    init() throws {
        client = try SandboxClient.shared.get()
    }

    @Test("an image is the same SVG on every host, and is not sent again to clients that have it")
    func image() async throws {
        let stored = try await client.get("/cocoacasts.s3.amazonaws.com" + path)
        let near = try await client.get("/cdn.cocoacasts.com" + path)
        #expect(
            stored["Content-Type"] == "image/svg+xml" && stored.text.contains("http://www.w3.org/2000/svg"))
        #expect(stored.body == near.body)
        let tag = try #require(stored["ETag"])
        let again = try await client.get(
            "/cocoacasts.s3.amazonaws.com" + path, headers: ["If-None-Match: \(tag)"])
        #expect(again.status == 304 && again.body.isEmpty)
    }

    @Test(
        "one host sends the requested part",
        arguments: [
            ("bytes=0-9", 206, 0, 10), ("bytes=5-", 206, 5, nil), ("bytes=-7", 206, -7, 7),
            ("bytes=3-999999999", 206, 3, nil), ("bytes=99999999-", 416, 0, 0), ("bytes=9-3", 200, 0, nil),
            ("bytes=0-1,4-5", 200, 0, nil), ("lines=0-9", 200, 0, nil), ("bytes=-", 200, 0, nil),
            ("bytes=-0", 416, 0, 0),
        ] as [(String, Int, Int, Int?)])
    func range(range: String, status: Int, start: Int, count: Int?) async throws {
        let whole = try await client.get("/cocoacasts.s3.amazonaws.com" + path)
        let part = try await client.get("/cocoacasts.s3.amazonaws.com" + path, headers: ["Range: \(range)"])
        let first = start < 0 ? whole.body.count + start : start
        let length = count ?? whole.body.count - first
        #expect(part.status == status)
        #expect(part.body == Array(whole.body[first..<(first + length)]))
        #expect(part["Accept-Ranges"] == "bytes")
        let place = "bytes \(first)-\(first + length - 1)/\(whole.body.count)"
        #expect(part["Content-Range"] == [206: place, 416: "bytes */\(whole.body.count)"][status])
    }

    @Test("the other host ignores ranges, as some do")
    func noRange() async throws {
        let reply = try await client.get("/cdn.cocoacasts.com" + path, headers: ["Range: bytes=0-9"])
        #expect(reply.status == 200 && reply["Content-Range"] == nil)
        #expect(reply.body.count > 10)
    }

    @Test("every image of every list exists")
    func complete() async throws {
        let catalogue = EpisodeCatalogue(Catalogue())
        let images = EpisodeImages(catalogue: catalogue)
        #expect(catalogue.slugs.allSatisfy { images.svg(at: "/\($0)/\($0).svg") != nil })
        #expect(catalogue.episodes.allSatisfy { catalogue.slugs.isSuperset(of: [$0.slug, $0.sharedSlug]) })
    }

    @Test(
        "the root element is written in many ways",
        arguments: zip(
            Drawing.RootStyle.allCases,
            [
                #"width="300px" height="400px">"#,
                #"width="225.0pt" height="300.0pt" viewBox="0 0 300 400">"#,
                #"width="3.125in" height="4.1666666666666"#, #"2000/svg" viewBox="0 0 300 400">"#,
                #"width="300" viewBox="0 0 300 400">"#,
                #"<!-- Drawn by the sandbox; not <svg width="1" height="2"> -->"#,
                #"<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="300.0" height="400.0""#,
                "nothing more of the picture",
            ]))
    func roots(style: Drawing.RootStyle, text: String) throws {
        let name = try #require(
            (0...).lazy.map { "\($0)" }.first { Drawing(named: $0).size == .init(width: 300, height: 400) })
        let svg = String(decoding: Drawing(named: name).svg(style), as: UTF8.self)
        #expect(svg.contains(text))
        #expect(svg.hasSuffix(style == .prefixed ? "</svg:svg>\n" : "</svg>\n"))
        #expect((svg.utf8.count > 16 * 1024) == (style == .longTail))
    }

    @Test("a PNG has the colours of its shapes in the right places")
    func colours() {
        let drawing = Drawing(named: "owl")
        var circleCount = 0
        for (place, shape) in drawing.shapes.enumerated() {
            guard case .circle(let x, let y, _) = shape, place != 1 else { continue }
            #expect(Int(drawing.colour(x: Double(x), y: Double(y))) == place + 1)
            circleCount += 1
        }
        #expect(circleCount > 0)
        #expect(drawing.colour(x: 0.5, y: 0.5) == 0)
        #expect(drawing.palette.count == drawing.shapes.count + 1)
    }
}
