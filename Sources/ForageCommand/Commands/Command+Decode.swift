internal import Forage
internal import ForageCore
internal import ForageFormats

extension Command {
    static let decode = Command(
        "decode", "Put a saved answer through a provider",
        operands: "PROVIDER FILE", takes: .sequence([.provider, .file]),
        options: [
            Option(
                "request", value: "REQUEST", takes: .oneOf(SavedAnswer.RequestName.self),
                help: "What it answers: search, browse, details or download"),
            Option("query", "q", value: "TEXT", help: "The text that was searched for"),
            Option("day", value: "DATE", help: "The day whose listing was browsed"),
            Option("id", value: "ID", help: "The result that details or download asked for"),
            Option("status", value: "N", help: "The status it came with (200)"),
            SearchArguments.definitionOption,
            Option("header", "H", value: "'NAME: VALUE'", repeats: true, help: "A header field it came with"),
        ] + Output.options,
        discussion: """
            Reads the body from FILE, or from standard input when FILE is -, and prints what a search
            would make of it: the items and the outcome. Nothing is requested.
            """,
        examples: [
            "forage decode duckduckgo answer.json --query owl",
            "curl -s 'https://api.duckduckgo.com/?q=owl&format=json' | forage decode duckduckgo -",
        ]
    ) { invocation in
        let configuration = try invocation.configuration()
        let saved = try SavedAnswer(invocation.arguments, of: configuration)
        let output = try Output(invocation, configuration)
        let answer = await Forage.decode(saved.response, to: saved.request, by: saved.provider.provider)
        let report = Report(
            query: saved.query, items: answer.items, outcomes: [answer.outcome], next: nil,
            duration: answer.outcome.duration)
        invocation.pipes.write(output.writer.text(of: report).utf8)
        invocation.pipes.murmur(output.status.text(of: report))
        return ExitCode(report.outcomes)
    }
}
