internal import ForageCore
internal import ForageFormats

extension Command {
    static let providers = Command(
        "providers", "List the providers: which are asked, and what the others lack",
        options: [Option("format", "f", value: "FORMAT", help: "Write as table, json or jsonl")],
        examples: ["forage providers", "forage providers --format json"]
    ) { invocation in
        let words = invocation.arguments.words
        guard words.isEmpty || words == ["list"] else {
            throw UsageFault.unknown("action of providers", words[0], among: ["list"])
        }
        let format = try invocation.arguments.choice("format", as: OutputFormat.self) ?? .table
        let view = ProvidersView(format, terminal: invocation.terminal.output)
        invocation.pipes.write(view.text(of: try invocation.configuration().providers).utf8)
        return .success
    }
}
