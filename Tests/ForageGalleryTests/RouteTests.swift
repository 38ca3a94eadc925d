import Testing

@testable import ForageGallery

@Suite("What a path leads to")
struct RouteTests {
    @Test(
        "a path leads to one thing",
        arguments: [
            ("/", Route.page), ("/assets/a.js", .asset("a.js")), ("/api/v1/search", .search),
            ("/api/v1/items/flickr:1", .item("flickr:1")),
            ("/api/v1/items/duckduckgo:owl~https://a.example/b", .item("duckduckgo:owl~https://a.example/b")),
            ("/api/v1/items/flickr:1/credit", .credit("flickr:1")),
            ("/api/v1/items/flickr:1/file", .taking("flickr:1")), ("/files/abc", .file("abc")),
            ("/images/abc", .picture("abc")),
        ])
    func leads(path: String, route: Route) { #expect(Route(path) == route) }

    @Test(
        "what is nothing leads nowhere",
        arguments: ["", "/assets/", "/images/", "/api/v1/items/", "/api", "/index.html", "//", "/Healthz"])
    func nowhere(path: String) { #expect(Route(path) == nil) }
}
