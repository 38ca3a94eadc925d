import HTTPServer
import Testing

struct RequestTargetTests {
    @Test(
        "a path is percent-decoded once",
        arguments: [
            ("/", "/"), ("/owl", "/owl"), ("/a%20b", "/a b"), ("/caf%C3%A9", "/café"), ("/a%2Fb", "/a/b"),
            ("/a+b", "/a+b"), ("/%2525", "/%25"), ("/a?b=1", "/a"), ("/...", "/..."),
        ])
    func decodesPath(target: String, path: String) {
        #expect(RequestTarget(target)?.path == path)
    }

    @Test(
        "an invalid path, or one that leaves the root, is refused",
        arguments: [
            "", "owl", "*", "http://host/", "/%", "/%2", "/%zz", "/%ff", "/a%00b", "/a%0d%0ab", "/%7f", "/..",
            "/a/../b", "/./a", "/%2e%2e/b", "/a%2F..%2Fb", "/a/../\u{301}b",
        ])
    func refusesPath(target: String) {
        #expect(RequestTarget(target) == nil)
    }

    @Test(
        "the query keeps its order and its repeated names",
        arguments: [
            ("/", []), ("/?", []), ("/?a=1", [("a", "1")]),
            ("/?a=1&a=2&b", [("a", "1"), ("a", "2"), ("b", "")]),
            ("/?q=a+b%20c", [("q", "a b c")]), ("/?q=a%3Db%26c", [("q", "a=b&c")]),
            ("/?q=1=2", [("q", "1=2")]),
            ("/?q=100%", [("q", "100%")]), ("/?q=%zz%4", [("q", "%zz%4")]), ("/?q=%ff", [("q", "\u{FFFD}")]),
            ("/?q=a?b", [("q", "a?b")]), ("/?&&a=1&", [("a", "1")]), ("/?q=2%2B2", [("q", "2+2")]),
        ] as [(String, [(String, String)])])
    func readsQuery(target: String, items: [(String, String)]) {
        #expect(RequestTarget(target)?.query == items.map { QueryItem(name: $0.0, value: $0.1) })
    }

    @Test("the raw path and query stay available")
    func keepsRaw() throws {
        let target = try #require(RequestTarget("/a%20b?q=x%20y"))
        #expect(target.rawPath == "/a%20b")
        #expect(target.rawQuery == "q=x%20y")
        #expect(try #require(RequestTarget("/a")).rawQuery == nil)
    }
}
