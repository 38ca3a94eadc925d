import Platform
import Testing

@testable import ForageProviders

@Suite("The documentation of definitions")
struct GuideTests {
    @Test("its example is a valid definition, confirmed by its sample")
    func example() throws {
        let file = URL(filePath: Shipped.folder).appending(path: "../../docs/definitions.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let parts = text.split(separator: "```json\n", maxSplits: 1)
        let example = try #require(parts.last?.split(separator: "```\n", maxSplits: 1).first)
        #expect(SmallDefinition.fault(String(example)) == nil)
    }

    @Test(
        "the corpus of the fuzzer contains valid definitions", arguments: ["atlas", "museum", "transforms"])
    func corpus(name: String) throws {
        let file = URL(filePath: Shipped.folder)
            .appending(path: "../../Fuzzers/DefinitionFuzzer/Corpus/\(name).json")
        #expect(SmallDefinition.fault(try String(contentsOf: file, encoding: .utf8)) == nil)
    }

    @Test("it names every transform and every source of a value")
    func transforms() throws {
        let file = URL(filePath: Shipped.folder).appending(path: "../../docs/definitions.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        for name in DateForm.names where name != "any" {
            #expect(text.contains("`\(name)`"))
        }
        for name in [
            "prefix", "suffix", "drop", "join", "split", "take", "map", "date", "number", "html", "encode",
            "https",
        ] {
            #expect(text.contains("\"\(name)\""))
        }
        for name in ["at", "first", "all", "each", "lookup", "text"] {
            #expect(text.contains("| `\(name)` |"))
        }
    }
}
