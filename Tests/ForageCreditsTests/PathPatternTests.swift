import Testing

@testable import ForageCredits

@Suite("Patterns of paths")
struct PathPatternTests {
    @Test(
        "a pattern matches a path or a folder around it",
        arguments: [
            ("*.png", "a/b/c.png", true), ("*.png", "c.jpg", false), ("/*.png", "a/c.png", false),
            ("/*.png", "c.png", true), ("dist/", "dist/a/b.png", true), ("dist/", "site/dist/a.png", true),
            ("dist/", "dist", false), ("dist/**", "dist/a/b.png", true),
            ("dist/*.png", "dist/a/b.png", false),
            ("**/thumbs/*.png", "a/b/thumbs/c.png", true), ("**/thumbs/*.png", "thumbs/c.png", true),
            ("a/**/b.png", "a/b.png", true), ("a/**/b.png", "a/x/y/b.png", true),
            ("a?c.png", "abc.png", true),
            ("a?c.png", "ac.png", false), ("node_modules/", "x/node_modules/y/z.png", true),
            ("", "a.png", false),
            ("icon-*-dark.png", "icon-a-b-dark.png", true), ("a/b", "a/b/c.png", true),
            ("b/c.png", "a/b/c.png", false),
        ])
    func matches(pattern: String, path: String, isMatch: Bool) {
        #expect(PathPattern(pattern).matches(path) == isMatch)
    }

    @Test("a hostile pattern takes no long time")
    func hostile() {
        let pattern = PathPattern(String(repeating: "**/*a*/", count: 200) + "b")
        #expect(!pattern.matches(String(repeating: "aaaaaaaa/", count: 500) + "c"))
    }
}
