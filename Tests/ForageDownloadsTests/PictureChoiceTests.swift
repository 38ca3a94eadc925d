import ForageConformance
import ForageCore
import Testing

@Suite("The picture for a width")
struct PictureChoiceTests {
    @Test(
        "is the smallest that is at least as wide, else the widest known; a role says how wide a file is where no one does",
        arguments: [
            // As Openverse has it: a thumbnail of no stated size and one file of 1,024 px.
            (Files.openverse, 320, "thumbnail"), (Files.openverse, 640, "thumbnail"),
            (Files.openverse, 960, "1024"),
            (Files.openverse, 1920, "1024"),
            // As Flickr has it: every file with its size.
            (Files.flickr, 320, "320"), (Files.flickr, 321, "800"), (Files.flickr, 960, "1024"),
            (Files.flickr, 1920, "4000"), (Files.flickr, 9999, "4000"),
            // As Commons has it: a thumbnail in steps and the original.
            (Files.commons, 320, "step"), (Files.commons, 1920, "step"),
            // As a museum has it: two files, and no size of either.
            (Files.museum, 640, "thumbnail"), (Files.museum, 1920, "original"),
        ])
    func chosen(files: Files, width: Int, expected: String) throws {
        #expect(try files.item().picture(wide: width)?.url.path == "/\(expected)")
    }

    @Test(
        "is never an original for a tile where a smaller file will do",
        arguments: [
            (Files.openverse, 960, "thumbnail"), (Files.flickr, 960, "1024"), (Files.flickr, 1920, "1024"),
            (Files.museum, 1920, "thumbnail"), (Files.stamp, 640, "2000"),
        ])
    func tile(files: Files, width: Int, expected: String) throws {
        #expect(try files.item().tile(wide: width)?.url.path == "/\(expected)")
    }

    @Test("is asked for in that width, and with the screen's pixel ratio, of a service that makes any")
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
