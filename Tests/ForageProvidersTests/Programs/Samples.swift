import ForageCore

@testable import ForageProviders

enum Samples {
    static let info = ProviderInfo(
        id: "sample", name: "Sample", summary: "Something to try.", site: "https://sample.example/",
        kinds: [.photo],
        origins: ["https://api.sample.example/"], capabilities: Capabilities(browses: true, pages: true),
        keys: [KeySpec("apiKey", variable: "SAMPLE_KEY", page: "https://sample.example/keys")])

    /// A shell program that introduces itself, and then answers every question with a line.
    static func provider(answering line: String, limits: Program.Limits = .init()) -> ProgramProvider {
        provider(running: "printf '%s\\n' '\(line)'", limits: limits)
    }

    /// A program that introduces itself, and then runs the same commands for every question.
    static func provider(
        running step: String, describing: String = #"{"protocol": 1, "provider": "sample"}"#,
        limits: Program.Limits = .init()
    ) -> ProgramProvider {
        let script = "read -r line; printf '%s\\n' '\(describing)'; while read -r line; do \(step); done"
        return ProgramProvider(
            info, Program(command: ["sh", "-c", script], folder: "/", limits: limits))
    }

    static let page = #"{"page": {"drafts": [\#(draft)], "next": "2", "total": 40}}"#
    static let draft = #"{"id": "7", "kind": "photo", "title": "Owl", "page": "https://sample.example/7"}"#
    static let search = ProviderRequest.search(query("owl"), PageRequest(size: 20))

    static func query(_ text: String, filters: [Filter] = []) -> Query {
        guard let query = try? Query(text, filters: filters) else {
            preconditionFailure("“\(text)” asks nothing.")
        }
        return query
    }
}
