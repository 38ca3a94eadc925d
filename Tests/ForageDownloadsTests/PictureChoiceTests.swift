import ForageConformance
import ForageCore
import Testing

@Suite("Choosing a picture for a width")
struct PictureChoiceTests {
    @Test(
        "the smallest that is wide enough is chosen, otherwise the widest; the role replaces an unknown width",
        arguments: [
            // Like Openverse: a thumbnail of unknown size and a file of 1,024 px.
            (Files.openverse, 320, "thumbnail"), (Files.openverse, 640, "thumbnail"),
            (Files.openverse, 960, "1024"),
            (Files.openverse, 1920, "1024"),
            // Like Flickr: every file with its size.
            (Files.flickr, 320, "320"), (Files.flickr, 321, "800"), (Files.flickr, 960, "1024"),
            (Files.flickr, 1920, "4000"), (Files.flickr, 9999, "4000"),
            // Like Commons: a thumbnail in steps and the original.
            (Files.commons, 320, "step"), (Files.commons, 1920, "step"),
            // Like a museum: two files of unknown size.
            (Files.museum, 640, "thumbnail"), (Files.museum, 1920, "original"),
        ])
    func chosen(files: Files, width: Int, expected: String) throws {
        #expect(try files.item().picture(wide: width)?.url.path == "/\(expected)")
    }

    @Test(
        "a tile never shows the original if a smaller file suffices",
        arguments: [
            (Files.openverse, 960, "thumbnail"), (Files.flickr, 960, "1024"), (Files.flickr, 1920, "1024"),
            (Files.museum, 1920, "thumbnail"), (Files.stamp, 640, "2000"),
        ])
    func tile(files: Files, width: Int, expected: String) throws {
        #expect(try files.item().tile(wide: width)?.url.path == "/\(expected)")
    }

    @Test("a service that makes any size is asked for the width and the pixel ratio")
    func template() throws {
        let picture = try #require(try Files.unsplash.item().picture(wide: 200))
        #expect(picture.url(wide: 200, pixelRatio: 2).text == "https://p.example/any?w=200&dpr=2.0")
    }

    enum Files: Sendable {
        case openverse, flickr, commons, unsplash, museum, stamp

        func item() throws -> Item { try .sample(renditions: [file(.icon, "icon", 32)] + renditions) }

        private var renditions: [Rendition] {
            switch self {
            case .openverse: [file(.thumbnail, "thumbnail"), file(.full, "1024", 1024)]
            case .flickr:
                [
                    file(.thumbnail, "100", 100), file(.small, "320", 320), file(.regular, "800", 800),
                    file(.large, "1024", 1024), file(.original, "4000", 4000),
                ]
            case .commons:
                [
                    Rendition(
                        .thumbnail, at: "https://p.example/step",
                        template: URLTemplate("https://p.example/{width}px-owl")),
                    file(.original, "6000", 6000),
                ]
            case .unsplash:
                [
                    Rendition(
                        .regular, at: "https://p.example/any",
                        template: URLTemplate("https://p.example/any?w={width}&dpr={dpr}"))
                ]
            case .museum: [file(.thumbnail, "thumbnail"), file(.original, "original")]
            case .stamp: [file(.thumbnail, "75", 75), file(.full, "2000", 2000)]
            }
        }

        private func file(_ role: Rendition.Role, _ name: String, _ width: Int? = nil) -> Rendition {
            Rendition(
                role, at: WebURL("https://p.example/\(name)") ?? "https://p.example/",
                size: width.flatMap { PixelSize(width: $0, height: $0) })
        }
    }
}
