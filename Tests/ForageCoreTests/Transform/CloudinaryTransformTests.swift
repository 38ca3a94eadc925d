import ForageCore
import Testing

@Suite("PNG renditions of SVG pictures")
struct CloudinaryTransformTests {
    private let transform = CloudinaryTransform(cloud: "demo", providers: ["owls"])

    private func item(_ renditions: Rendition..., provider: ProviderID = "owls") throws -> Item {
        var draft = Draft(localID: "1", kind: .episode, title: "Owls", page: "https://owls.example/1")
        draft.renditions = renditions
        let credit = Attribution(
            title: "Owls", page: draft.page, source: NamedLink("Owls", "https://owls.example"),
            creator: .unknown, licence: .unknown)
        return try #require(Item(draft, credit: credit, from: provider))
    }

    @Test("the PNG has the role and size of its SVG, and a template")
    func converts() throws {
        let size = PixelSize(width: 300, height: 200)
        var drawing = Rendition(.regular, at: "https://cdn.owls.example/a.SVG?v=1", size: size)
        drawing.sizeSource = .measured
        let files = transform.applied(to: try item(drawing)).renditions
        #expect(files.count == 2)
        #expect(files.first == drawing)
        let picture = try #require(files.last)
        let source = "https://cdn.owls.example/a.SVG%3Fv%3D1"
        #expect(picture.url.text == "https://res.cloudinary.com/demo/image/fetch/f_png/\(source)")
        #expect(
            picture.template?.text
                == "https://res.cloudinary.com/demo/image/fetch/w_{width},f_png,dpr_{dpr}/\(source)")
        #expect(picture.role == .regular && picture.mediaType == "image/png")
        #expect(picture.size == size && picture.sizeSource == .measured)
    }

    @Test(
        "an SVG is recognised by its media type, otherwise by its name",
        arguments: [
            ("https://a.example/a.svg", nil, true), ("https://a.example/a", "image/svg+xml", true),
            ("https://a.example/a", "image/svg+xml; charset=utf-8", true),
            ("https://a.example/a.svg", "image/png", false),
            ("https://a.example/a.png", nil, false), ("https://a.example/?a.svg", nil, false),
        ] as [(WebURL, String?, Bool)])
    func recognises(url: WebURL, mediaType: String?, isSVG: Bool) throws {
        let item = try item(Rendition(.thumbnail, at: url, mediaType: mediaType))
        #expect(transform.applied(to: item).renditions.count == (isSVG ? 2 : 1))
    }

    @Test("a second run adds nothing")
    func idempotent() throws {
        let once = transform.applied(to: try item(Rendition(.full, at: "https://a.example/a.svg")))
        #expect(transform.applied(to: once) == once)
    }

    @Test("pictures of other providers, and addresses that are too long, get no PNG")
    func leavesAlone() throws {
        let others = try item(Rendition(.full, at: "https://a.example/a.svg"), provider: "gallery")
        #expect(transform.applied(to: others) == others)
        let url = try #require(WebURL("https://a.example/" + String(repeating: "a", count: 300) + ".svg"))
        let long = try item(Rendition(.full, at: url))
        #expect(transform.applied(to: long) == long)
    }

    @Test("signed addresses have fixed widths, and an address that cannot be signed adds none")
    func signed() throws {
        let signing = CloudinaryTransform(cloud: "demo", providers: ["owls"]) { $0.signed(by: Fixed()) }
        let item = try item(Rendition(.regular, at: "https://a.example/a.svg"))
        let pictures = signing.applied(to: item).renditions.filter { $0.mediaType == "image/png" }
        #expect(pictures.map(\.role) == [.thumbnail, .small, .regular, .large])
        #expect(pictures.allSatisfy { $0.template == nil && $0.url.text.contains("/s--abc--/w_") })
        let failing = CloudinaryTransform(cloud: "demo", providers: ["owls"]) { _ in nil }
        #expect(failing.applied(to: item) == item)
    }

    private struct Fixed: Signer {
        func signature(of text: String) -> String { "abc" }
    }
}
