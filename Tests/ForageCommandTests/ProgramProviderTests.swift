import ForageCore
import JSON
import Testing

@Suite("A provider that is a program, from the command line")
struct ProgramProviderTests {
    private static let definition = """
        {"$schema": "urn:forage:definition:1", "about": {"id": "mine", "name": "Mine", "summary": "Something of mine",
         "site": "https://mine.example/", "kinds": ["photo"], "hosts": ["https://api.duckduckgo.com"]},
         "program": {"command": ["sh", "mine.sh"], "answers": ["search"]}}
        """

    /// The host is one that the sandbox plays; the answer is not read.
    private static func program(_ step: String) -> String {
        """
        while read -r line; do
          case $line in
            *'"do":"describe"'*) echo '{"protocol": 1, "provider": "mine"}' ;;
            *'"do":"endpoint"'*) echo '{"endpoint": {"url": "https://api.duckduckgo.com/",
              "query": [["q", "owl"], ["format", "json"]]}}' | tr -d '\n'; echo ;;
            *) \(step) ;;
          esac
        done
        """
    }

    private func search(_ step: String, _ words: String...) async throws -> RunningProgram.Ending {
        let place = try Place()
        try place.write(Self.definition, to: "mine.json")
        try place.write(Self.program(step), to: "mine.sh")
        let environment = ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        return try await RunningProgram(
            ["forage", "--sandbox", "search", "owl", "--definition", "mine.json", "-p", "mine"] + words,
            in: place, environment: environment
        ).ending()
    }

    @Test("its items come with their credit, like any other's")
    func searches() async throws {
        let page = #"""
            {"page": {"drafts": [{"id": "1", "kind": "photo", "title": "Night owl", "page": "https://mine.example/1",
            "creator": {"name": "Ann"}, "licence": {"id": "cc0-1.0", "name": "CC0 1.0"}}]}}
            """#
        let line = page.split(separator: "\n").joined()
        let ending = try await search("echo '\(line)'", "-f", "json")
        #expect(ending.code == 0, "\(ending.messages)")
        let item = try ending.json["items"][0]
        #expect(item["title"].string == "Night owl")
        #expect(item["id"].string == "mine:1")
        #expect(item["creator"]["name"].string == "Ann")
    }

    @Test("what it does wrong is its failure, said in one line")
    func fails() async throws {
        let ending = try await search("echo 'I am lost' >&2; exit 3")
        #expect(ending.code == 1)
        #expect(ending.messages.contains("its program ended with status 3: I am lost"))
    }
}
