import ForageConformance
import ForageCore
import ForageSandbox
import TestPlaces
import Testing

@testable import ForageDownloads

@Suite("A file converted by Cloudinary", .timeLimit(.minutes(1)))
struct ConversionTests {
    @Test(
        "a size requests a width and a pixel ratio, and the original is the file itself",
        arguments: [
            ("200x", 2.0, "w_200,f_png,dpr_2.0"), ("200x", nil, "w_200,f_png,dpr_1.0"),
            ("original", nil, nil),
        ] as [(String, Double?, String?)])
    func asked(size: String, ratio: Double?, transformation: String?) throws {
        let source = "https://upload.wikimedia.org/owl.png"
        let url = try item().file(try #require(FileSize(size, pixelRatio: ratio)))?.text
        let made = transformation.map { "https://res.cloudinary.com/somebody/image/fetch/\($0)/" } ?? ""
        #expect(url == made + source)
    }

    @Test("the unconverted file is saved with a note if the account is closed", arguments: [401, 404])
    func closed(status: Int) async throws {
        let host = try PictureHost(fault: "res.cloudinary.com:\(status)")
        let ending = try await host.getter().get(item(), number: 0)
        guard case .saved(let file) = ending else {
            Issue.record("\(ending)")
            return
        }
        #expect(file.path == "owl.png" && file.notes.count == 1)
        #expect(host.bytes("owl.png") == (try await host.picture().bytes))
        let credit = try #require(CreditRecord(nextToFile: host.folder.path + "/owl.png"))
        #expect(credit.byteCount == file.byteCount)
    }

    @Test("if the unconverted file fails too, its reason is reported")
    func bothGone() async throws {
        let host = try PictureHost()
        let source: WebURL = "https://upload.wikimedia.org/owl.png?sandbox-fault=404"
        let fetch = try CloudinaryFetch(cloud: "somebody", source: source).format(.png)
        let item = try Item.sample(
            "owl", provider: "unsplash",
            renditions: [Rendition(.thumbnail, at: source), Rendition(.thumbnail, at: fetch.url)])
        guard case .failed(let failure) = try await host.getter().get(item, number: 0) else {
            Issue.record("It was saved.")
            return
        }
        #expect(failure.description.contains("upload.wikimedia.org"))
        #expect(host.names.isEmpty)
    }

    /// A file and its conversion by Cloudinary.
    private func item() throws -> Item {
        let source: WebURL = "https://upload.wikimedia.org/owl.png"
        let fetch = try CloudinaryFetch(cloud: "somebody", source: source).format(.png)
        return try .sample(
            "owl", provider: "unsplash",
            renditions: [
                Rendition(.thumbnail, at: source),
                Rendition(.thumbnail, at: fetch.url, template: fetch.template),
            ])
    }
}
