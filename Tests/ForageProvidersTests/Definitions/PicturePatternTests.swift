import ForageCore
import Testing

@testable import ForageProviders

@Suite("Patterns of picture addresses")
struct PicturePatternTests {
    @Test(
        "the name of a picture is the segments in braces, after a matching beginning",
        arguments: [
            ("https://a.example/{}", "https://a.example/owl.jpg?w=4#top", "owl.jpg"),
            (
                "https://a.example/iiif/2/{}/full/*/0/*", "https://a.example/iiif/2/x1/full/9,/0/a.jpg",
                "iiif/2/x1"
            ),
            ("https://a.example/{}/thumb/{}/#px-*", "https://a.example/c/thumb/Owl/32px-Owl.jpg", "c/Owl"),
            ("https://a.example/{}/thumb/{}/#px-*", "https://a.example/c/thumb/Owl/page1-32px-Owl.jpg", nil),
            ("https://a.example/{}/thumb/{}/#px-*", "https://a.example/c/thumb/Owl/px-Owl.jpg", nil),
            ("https://a.example/v#/{}", "https://a.example/v12/owl", "v#/owl"),
            ("https://a.example/v#/{}", "https://a.example/v12b/owl", nil),
            ("https://a.example/{}", "https://a.example/owls/1.jpg", nil),
        ] as [(String, WebURL, String?)])
    func name(pattern: String, url: WebURL, name: String?) throws {
        #expect(try #require(PicturePattern(pattern)).name(at: url) == name)
    }

    @Test(
        "a pattern without a host or a name segment is refused",
        arguments: [
            "{}", "a.example/{}", "https:///{}", "https://{}", "https://a.example/*", "http://a.example/{}",
        ])
    func refused(text: String) {
        #expect(PicturePattern(text) == nil)
        let definition = SmallDefinition.text("\"kinds\"", "\"pictures\": [\"\(text)\"], \"kinds\"")
        #expect(throws: DefinitionError.self) { try Definition(Array(definition.utf8), at: "museum.json") }
    }
}
