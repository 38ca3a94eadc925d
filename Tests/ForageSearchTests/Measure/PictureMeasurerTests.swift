import ForageCore
import ForageSearch
import Synchronization
import TestWording
import Testing

@Suite("Measuring pictures on the web")
struct PictureMeasurerTests {
    /// A file on the web that supports ranges.
    private final class File: Fetcher {
        private let body: [UInt8]
        private let status: Int
        private let completeness: Response.Completeness
        private let asked = Mutex<[Endpoint]>([])

        init(_ text: String, status: Int = 206, _ completeness: Response.Completeness = .whole) {
            body = Array(text.utf8)
            self.status = status
            self.completeness = completeness
        }

        var endpoints: [Endpoint] { asked.withLock { $0 } }

        func fetch(
            _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
        ) async throws(FetchError) -> Fetched {
            asked.withLock { $0.append(endpoint) }
            guard status != 0 else { throw .unreachable("connection refused", isUnsent: true) }
            if status == 416, case .whole = endpoint.limit {
                return Fetched(Response(status: 200, body: body, completeness: .overLimit), origin: .network)
            }
            let part = Array(body.prefix(endpoint.limit.byteCount))
            return Fetched(Response(status: status, body: part, completeness: completeness), origin: .network)
        }
    }

    private static let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2.5'/>"

    private func summary(_ file: File) async -> String {
        do throws(MeasuringError) {
            return try await PictureMeasurer(fetcher: file)
                .size(of: "https://images.example/a", by: .now + .seconds(60)).description
        } catch {
            return error.reason
        }
    }

    @Test("the first 16 KiB are requested, without a key")
    func small() async {
        let file = File(Self.svg + String(repeating: " ", count: 1_000_000))
        #expect(await summary(file) == "4×3")
        #expect(file.endpoints.map(\.limit) == [.prefix(16 * 1024)])
        #expect(file.endpoints.flatMap(\.keyNames) == [])
    }

    @Test("a server that refuses a range gets a request without one")
    func refusedRange() async {
        let file = File(Self.svg, status: 416)
        #expect(await summary(file) == "4×3")
        #expect(file.endpoints.map(\.limit) == [.prefix(16 * 1024), .whole(16 * 1024)])
    }

    @Test("after an unreachable host its other pictures are not requested, but those of other hosts are")
    func unreachableHost() async {
        let file = File("", status: 0)
        let measurer = PictureMeasurer(fetcher: file)
        for url in ["https://a.example/1", "https://a.example/2", "https://b.example/3"] as [WebURL] {
            let reason = await #expect(throws: MeasuringError.self) {
                try await measurer.size(of: url, by: .now + .seconds(60))
            }
            #expect(reason?.reason == "connection refused")
        }
        #expect(file.endpoints.compactMap(\.openAddress) == ["https://a.example/1", "https://b.example/3"])
    }

    @Test("more of the file is requested once, if the size comes later")
    func late() async {
        let file = File("<!--" + String(repeating: "x", count: 20_000) + "-->" + Self.svg)
        #expect(await summary(file) == "4×3")
        #expect(file.endpoints.map(\.limit) == [.prefix(16 * 1024), .prefix(1024 * 1024)])
        let endless = File("<!--" + String(repeating: "x", count: 3_000_000))
        #expect(await summary(endless).hasPrefix("images.example: "))
        #expect(endless.endpoints.count == 2)
    }

    @Test(
        "a picture that cannot be measured gives its reason",
        arguments: [
            ("<html/>", 200, "images.example: it is not a picture of a known format"),
            ("<svg/>", 200, "images.example: \(Wording.Pictures.noSize)"),
            ("", 404, "images.example answered with status 404"),
            ("", 0, "connection refused"),
        ])
    func faults(text: String, status: Int, reason: String) async {
        #expect(await summary(File(text, status: status)) == reason)
    }

    @Test("an answer that broke off is reported, unless the size arrived before")
    func brokenOff() async throws {
        let reason = "images.example closed the connection before the size was received"
        #expect(await summary(File("<svg width='4'", .cutOff)) == reason)
        await #expect(throws: MeasuringError(reason)) {
            try await PictureMeasurer(fetcher: File("<svg width='4'", .cutOff))
                .svgSize(at: "https://images.example/a", by: .now + .seconds(60))
        }
        #expect(await summary(File(Self.svg + "<g>", .cutOff)) == "4×3")
    }

    @Test("all attributes of an SVG root are returned")
    func svgSize() async throws {
        let late = File("<!--" + String(repeating: "x", count: 20_000) + "-->" + Self.svg)
        let size = try await PictureMeasurer(fetcher: late)
            .svgSize(at: "https://images.example/a", by: .now + .seconds(60))
        #expect(size.pixels()?.summary == "4 2.5 attributes")
        await #expect(throws: MeasuringError("\(Wording.Pictures.notSVG): \(Wording.Pictures.format("GIF"))"))
        {
            try await PictureMeasurer(fetcher: File("GIF89a1234567890"))
                .svgSize(at: "https://images.example/a", by: .now + .seconds(60))
        }
    }
}
