internal import ForageCore

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension Command {
    static let sandbox = Command(
        "sandbox", "Play the services on this machine, for trying and testing",
        options: [
            Option("port", value: "N", help: "Listen on this port of 127.0.0.1 (a free one)"),
            Option("seed", value: "N", help: "Make up another catalogue"),
            Option(
                "fault", value: "HOST:FAULT", repeats: true,
                help: "Misbehave, such as api.duckduckgo.com:delay=500"),
        ],
        discussion: """
            Runs until it is interrupted. `forage --sandbox search …` starts one of its own and ends it,
            unless FORAGE_SANDBOX holds the address of one that runs already.
            """,
        examples: [
            "forage sandbox --port 8080", "forage --sandbox search owl",
            "FORAGE_SANDBOX=http://127.0.0.1:8080/ forage --sandbox search owl",
        ]
    ) { invocation in
        let arguments = invocation.arguments
        guard arguments.words.isEmpty else {
            throw UsageFault("\"\(arguments.words[0])\" is too much: see forage sandbox --help.")
        }
        let program = try SiblingProgram("forage-sandbox")
        var words = [program.path]
        if let port = try arguments.integer("port", in: 0...65535) { words += ["--port", "\(port)"] }
        if let seed = try arguments.integer("seed", in: 0...Int.max) { words += ["--seed", "\(seed)"] }
        for fault in arguments.every("fault") { words += ["--fault", fault] }
        var pointers = words.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        execv(program.path, &pointers)
        throw CannotRun("The sandbox could not be started: \(String(cString: strerror(errno))).")
    }
}
