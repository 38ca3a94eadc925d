import ForageConformance
import ForageCore
import TestDoubles
import TestWording
import Testing

@testable import ForageDownloads

extension StubSource {
    /// A source that answers every request in the same way.
    static func answering(
        _ result: Outcome.Result, as id: ProviderID = "unsplash", terms: Terms = Terms()
    ) -> StubSource {
        let info = ProviderInfo(
            id: id, name: "Pictures", summary: "", site: "https://pictures.example/", kinds: [.photo],
            origins: [],
            capabilities: Capabilities(), terms: terms)
        return StubSource(info) { _, _ in SourceAnswer(outcome: Outcome(id, result)) }
    }
}

@Suite("Permission to download")
struct PermitTests {
    private func item() throws -> Item {
        try .sample(renditions: [Rendition(.full, at: "https://pictures.example/owl.png")])
    }

    @Test(
        "permission is given once the service is notified, or needs no notice",
        arguments: [Outcome.Result.answered(1), .empty])
    func given(result: Outcome.Result) async throws {
        let source = StubSource.answering(result)
        let permit = try await DownloadAuthorizer([source]).permit(for: item(), .usual)
        #expect(permit.url == "https://pictures.example/owl.png")
        #expect(try source.requests == [.download(item())])
    }

    @Test(
        "a service that refuses or cannot be asked gives no permission",
        arguments: [
            Outcome.Result.denied("no key"), .failed("it is down"), .timedOut("no answer"),
            .skipped("no key"),
            .throttled(until: nil, "too many"), .drift("changed"),
        ])
    func refused(result: Outcome.Result) async throws {
        let failure = await #expect(throws: DownloadError.self) {
            try await DownloadAuthorizer([StubSource.answering(result)]).permit(for: item(), .usual)
        }
        #expect(failure?.description.contains(Wording.Services.noPermission) == true)
    }

    @Test("hotlinked pictures may be downloaded only if the service is notified")
    func hotlinks() async throws {
        let terms = Terms(requiresHotlinking: true)
        let authorizer = DownloadAuthorizer([StubSource.answering(.answered(1), terms: terms)])
        _ = try await authorizer.permit(for: item(), .usual)
        let silent = DownloadAuthorizer([StubSource.answering(.empty, terms: terms)])
        let failure = await #expect(throws: DownloadError.self) {
            try await silent.permit(for: item(), .usual)
        }
        #expect(failure?.description.contains("own addresses") == true)
    }

    @Test("only the item's own provider is asked, and an unknown provider gives no permission")
    func strangers() async throws {
        let other = StubSource.answering(.empty, as: "other")
        await #expect(throws: DownloadError.self) {
            try await DownloadAuthorizer([other]).permit(for: item(), .usual)
        }
        #expect(other.requests.isEmpty)
    }

    @Test("permission is for the picture nearest to the requested size")
    func sizes() throws {
        let item = try Item.sample(renditions: [
            Rendition(.icon, at: "https://p.example/icon"),
            Rendition(.thumbnail, at: "https://p.example/200", size: PixelSize(width: 200, height: 100)),
            Rendition(.regular, at: "https://p.example/1080", size: PixelSize(width: 1080, height: 500)),
            Rendition(.original, at: "https://p.example/4000", size: PixelSize(width: 4000, height: 2000)),
            Rendition(.full, at: "https://p.example/film", mediaType: "video/mp4"),
        ])
        let expected = [
            "thumbnail": "200", "small": "1080", "regular": "1080", "large": "4000", "full": "4000",
            "original": "4000", "100x": "200", "201x": "1080", "5000x": "4000",
        ]
        #expect(try item.file(#require(FileSize("200x", pixelRatio: 1)))?.path == "/200")
        #expect(try item.file(#require(FileSize("200x", pixelRatio: 2)))?.path == "/1080")
        #expect(FileSize("full", pixelRatio: 2) == nil)
        for (size, name) in expected {
            #expect(try item.file(#require(FileSize(size)))?.text == "https://p.example/\(name)")
        }
        for wrong in ["", "x", "0x", "-1x", "icon", "800", "99999999x"] { #expect(FileSize(wrong) == nil) }
        #expect(try Item.sample().file(.usual) == nil)
    }
}
