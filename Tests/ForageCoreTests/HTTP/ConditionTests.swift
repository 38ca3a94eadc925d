import ForageCore
import Testing

@Suite("Conditional request headers")
struct ConditionTests {
    @Test(
        "an entity tag matches itself, weak or strong, in a list or as a star",
        arguments: [
            (#""a""#, true), (#"W/"a""#, true), (#""b", W/"a""#, true), ("*", true), (#""b""#, false),
            (#""ab""#, false), ("a", false), ("", false), (#"*, "b""#, false),
        ])
    func tags(line: String, isNamed: Bool) {
        #expect(EntityTag.isNamed(#""a""#, in: [line]) == isNamed)
        #expect(EntityTag.isNamed(#"W/"a""#, in: [line]) == isNamed)
    }

    @Test("a file without a tag matches only the star", arguments: [("*", true), (#""a""#, false)])
    func untagged(line: String, isNamed: Bool) { #expect(EntityTag.isNamed(nil, in: [line]) == isNamed) }

    @Test("a comma inside a tag does not separate tags, and an empty header matches nothing")
    func commas() {
        #expect(EntityTag.isNamed(#""a,b""#, in: [#""x", "a,b""#]))
        #expect(!EntityTag.isNamed(#""a""#, in: []))
    }

    @Test(
        "a coding is accepted with a weight above 0",
        arguments: [
            ("gzip", true), ("br, GZIP ; q=0.5", true), ("gzip;q=0", false), ("gzip;q=0.000", false),
            ("gzip;q=x", false), ("xgzip", false), ("br", false), ("", false),
        ])
    func welcome(line: String, isNamed: Bool) { #expect(HTTPSyntax.names("gzip", in: [line]) == isNamed) }
}
