import Testing

@testable import ForageGallery

@Suite("What a path leads to")
struct RouteTests {
    @Test(
        "a path leads to one thing",
        arguments: [
            ("/", Route(.page)), ("/assets/a.js", Route(.asset, "a.js")), ("/api/v1/search", Route(.search)),
            ("/api/v1/items/flickr:1", Route(.item, "flickr:1")),
            (
                "/api/v1/items/duckduckgo:owl~https://a.example/b",
                Route(.item, "duckduckgo:owl~https://a.example/b")
            ),
            ("/api/v1/items/flickr:1/credit", Route(.credit, "flickr:1")),
            ("/api/v1/items//credit", Route(.item, "/credit")), ("/images/abc", Route(.picture, "abc")),
            ("/api/v1/items/flickr:1/file", Route(.taking, "flickr:1")), ("/files/abc", Route(.file, "abc")),
            ("/metrics", Route(.metrics)), ("/api/openapi.json", Route(.description)),
        ])
    func leads(path: String, route: Route) { #expect(Route(path) == route) }

    @Test(
        "what is nothing leads nowhere",
        arguments: ["", "/assets/", "/images/", "/api/v1/items/", "/api", "/index.html", "//", "/Healthz"])
    func nowhere(path: String) { #expect(Route(path) == nil) }

    @Test("every place is found at its own path", arguments: Place.allCases)
    func own(place: Place) {
        let path = place.path.replacing("{id}", with: "a:1").replacing("{name}", with: "a").replacing(
            "{token}", with: "a")
        #expect(Route(path)?.place == place)
    }
}
