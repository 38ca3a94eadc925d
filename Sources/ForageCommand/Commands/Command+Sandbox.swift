internal import ForageCore

extension Command {
    static let sandbox = Command(
        "sandbox", "Play the services on this machine, for trying and testing",
        options: [
            Option("port", value: "N", help: "Listen on this port of 127.0.0.1 (a free one)"),
            Option("seed", value: "N", help: "Make up another catalogue"),
            Option(
                "fault", value: "HOST:FAULT", repeats: true,
                help: "Misbehave, such as api.duckduckgo.com:delay=500"),
            Option("no-limits", help: "Be asked as often as you like, as benchmarks have to"),
        ],
        discussion: """
            Runs until it is interrupted. `forage --sandbox search …` starts one of its own and ends it,
            unless FORAGE_SANDBOX holds the address of one that runs on this machine already.
            """,
        examples: [
            "forage sandbox --port 8080", "forage --sandbox search owl",
            "FORAGE_SANDBOX=http://127.0.0.1:8080/ forage --sandbox search owl",
        ]
    ) { invocation in
        let arguments = invocation.arguments
        guard arguments.words.isEmpty else {
            throw UsageFault.unexpected(arguments.words[0], in: "sandbox")
        }
        var words: [String] = []
        if let port = try arguments.integer("port", in: 0...65535) { words += ["--port", "\(port)"] }
        if let seed = try arguments.integer("seed", in: 0...Int.max) { words += ["--seed", "\(seed)"] }
        if arguments.has("no-limits") { words.append("--no-limits") }
        for fault in arguments.every("fault") { words += ["--fault", fault] }
        try SiblingProgram("forage-sandbox").become(words)
    }
}
