import JSON
import Testing

@Suite("forage providers")
struct ProvidersTests {
    @Test("piped, a provider is a line of its name, its state, its kinds, its site and what it is")
    func plain() async throws {
        let ending = try await forage("providers")
        #expect(ending.code == 0)
        let line = try #require(ending.outputLines.first { $0.hasPrefix("duckduckgo\t") })
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
        #expect(columns.count == 8)
        #expect(columns[1...3] == ["ready", "answer,topic", "https://duckduckgo.com/"])
        #expect(columns[6...] == ["search", ""])
        #expect(try await forage("providers", "list").output == ending.output)
    }

    @Test("JSON has every provider, and one that is off says so")
    func json() async throws {
        let off = ["FORAGE_PROVIDERS_DUCKDUCKGO_ENABLED": "false"]
        let ending = try await forage("providers", "--format", "json", environment: off)
        let root = try ending.json
        #expect(root["version"].int == 1)
        let provider = root["providers"].list[0]
        #expect(provider["id"].string == "duckduckgo")
        #expect(provider["state"].string == "off")
        #expect(provider["kinds"].list.map(\.string) == ["answer", "topic"])
        #expect(provider["requests"].list.map(\.string) == ["search"])
        #expect(provider["orders"].list.map(\.string) == ["relevance"])
        let lines = try await forage("providers", "--format", "jsonl", environment: off).jsonLines
        #expect(lines.first?["id"].string == "duckduckgo")
    }
}
