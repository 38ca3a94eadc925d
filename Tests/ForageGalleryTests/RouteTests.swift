import Testing

@testable import ForageGallery

@Suite("Routes")
struct RouteTests {
    @Test(
        "every path has one route",
        arguments: [
            ("/", RouteMatch(.page)), ("/assets/a.js", RouteMatch(.asset, "a.js")),
            ("/api/v1/search", RouteMatch(.search)),
            ("/api/v1/items/flickr:1", RouteMatch(.item, "flickr:1")),
            (
                "/api/v1/items/duckduckgo:owl~https://a.example/b",
                RouteMatch(.item, "duckduckgo:owl~https://a.example/b")
            ),
            ("/api/v1/items/flickr:1/credit", RouteMatch(.credit, "flickr:1")),
            ("/api/v1/items//credit", RouteMatch(.item, "/credit")),
            ("/images/abc", RouteMatch(.picture, "abc")),
            ("/api/v1/items/flickr:1/file", RouteMatch(.taking, "flickr:1")),
            ("/files/abc", RouteMatch(.file, "abc")), ("/feed/owls.atom", RouteMatch(.feed, "owls")),
            ("/api/v1/zip", RouteMatch(.zip)),
            ("/media/abc", RouteMatch(.sound, "abc")),
            ("/api/v1/providers/flickr", RouteMatch(.change, "flickr")),
            ("/metrics", RouteMatch(.metrics)), ("/api/openapi.json", RouteMatch(.description)),
        ])
    func leads(path: String, match: RouteMatch) { #expect(RouteMatch(path) == match) }

    @Test(
        "an unknown path has no route",
        arguments: [
            "", "/feed/.atom", "/feed/owls", "/assets/", "/images/", "/api/v1/items/", "/api", "/index.html",
            "//", "/Healthz",
        ])
    func nowhere(path: String) { #expect(RouteMatch(path) == nil) }

    @Test("every route is found at its own path", arguments: Route.allCases)
    func own(route: Route) {
        let path = route.path.replacing("{id}", with: "a:1").replacing("{name}", with: "a").replacing(
            "{token}", with: "a")
        #expect(RouteMatch(path)?.route == route)
    }
}
