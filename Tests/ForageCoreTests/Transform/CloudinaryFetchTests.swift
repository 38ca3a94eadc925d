import ForageCore
import Testing

@Suite("Cloudinary fetch addresses")
struct CloudinaryFetchTests {
    private let fetch: CloudinaryFetch

    init() throws {
        fetch = try CloudinaryFetch(cloud: "cocoacasts", source: "https://cdn.cocoacasts.com/a/a.svg")
    }

    private func path(_ fetch: CloudinaryFetch) -> String {
        String(fetch.url.text.dropFirst("https://res.cloudinary.com/cocoacasts/image/fetch/".utf8.count))
    }

    @Test("transformations have a fixed order, whatever the order of the calls")
    func order() {
        let source = "https://cdn.cocoacasts.com/a/a.svg"
        #expect(fetch.url.text == "https://res.cloudinary.com/cocoacasts/image/fetch/\(source)")
        #expect(path(fetch.width(200).format(.png).pixelRatio(2)) == "w_200,f_png,dpr_2.0/\(source)")
        let one = fetch.pixelRatio(1.5).format(.webp).fit(.limit).height(50).width(100)
        #expect(path(one) == "w_100,h_50,c_limit,f_webp,dpr_1.5/\(source)")
        #expect(one == fetch.width(1).width(100).height(50).fit(.limit).format(.webp).pixelRatio(1.5))
    }

    @Test("a transformation does not change the original value")
    func immutable() throws {
        let before = fetch.url
        _ = fetch.width(9).fit(.fill)
        #expect(fetch.url == before)
    }

    @Test(
        "the source is escaped once more, as it is",
        arguments: [
            ("https://a.example/o.svg?x=1&y=2#z", "https://a.example/o.svg%3Fx%3D1%26y%3D2%23z"),
            ("https://a.example/a%20b.png", "https://a.example/a%2520b.png"),
            ("https://a.example/a b.png", "https://a.example/a%2520b.png"),
            ("https://a.example/%C3%A9.png", "https://a.example/%25C3%25A9.png"),
            (
                "https://a.example:8080/a,b;c@d+e~f(g)!*'$[h]",
                "https://a.example:8080/a%2Cb%3Bc%40d%2Be%7Ef%28g%29%21%2A%27%24%5Bh%5D"
            ),
            ("http://a.example//x-y_z.png", "http://a.example//x-y_z.png"),
        ])
    func escaping(source: String, expected: String) throws {
        let url = try #require(WebURL(source))
        let fetch = try CloudinaryFetch(cloud: "demo", source: url)
        #expect(fetch.url.text == "https://res.cloudinary.com/demo/image/fetch/\(expected)")
        #expect(PercentEncoding.decode(expected) == url.text)
        #expect(fetch.toSign == expected)
    }

    @Test("escapes use the bytes of UTF-8 and capital letters")
    func unicode() {
        #expect(CloudinaryFetch.escaped("https://a.example/ø狐") == "https://a.example/%C3%B8%E7%8B%90")
    }

    @Test("the signature covers everything after it")
    func toSign() {
        #expect(fetch.toSign == "https://cdn.cocoacasts.com/a/a.svg")
        #expect(fetch.format(.png).width(3).toSign == "w_3,f_png/https://cdn.cocoacasts.com/a/a.svg")
    }

    @Test("the template has placeholders for width and pixel ratio, and no height")
    func template() {
        let template = fetch.format(.png).width(5).height(7).pixelRatio(3).template
        #expect(
            template?.text
                == "https://res.cloudinary.com/cocoacasts/image/fetch/w_{width},f_png,dpr_{dpr}/"
                + "https://cdn.cocoacasts.com/a/a.svg")
        #expect(template?.url(width: 200, pixelRatio: 2) == fetch.format(.png).width(200).pixelRatio(2).url)
    }

    @Test("sizes out of range are limited")
    func range() {
        #expect(fetch.width(-5) == fetch.width(1))
        #expect(fetch.height(.max) == fetch.height(100_000))
        #expect(fetch.pixelRatio(.nan) == fetch.pixelRatio(1))
        #expect(fetch.pixelRatio(-.infinity) == fetch.pixelRatio(0.5))
        #expect(fetch.pixelRatio(99) == fetch.pixelRatio(10))
    }

    @Test("an invalid account name is refused", arguments: ["", "a/b", "a b", "é", "a.b", "..", "a?"])
    func cloud(name: String) {
        #expect(throws: CloudinaryError.cloud) {
            try CloudinaryFetch(cloud: name, source: "https://a.example/")
        }
    }

    @Test("a source that is too long after escaping is refused")
    func length() throws {
        let start = "https://a.example/"
        let fits = start + String(repeating: "a", count: 255 - start.utf8.count)
        _ = try CloudinaryFetch(cloud: "demo", source: #require(WebURL(fits)))
        #expect(throws: CloudinaryError.tooLong(256)) {
            try CloudinaryFetch(cloud: "demo", source: #require(WebURL(fits + "a")))
        }
        #expect(throws: CloudinaryError.tooLong(257)) {
            try CloudinaryFetch(cloud: "demo", source: #require(WebURL(fits.dropLast() + "?")))
        }
    }
}
