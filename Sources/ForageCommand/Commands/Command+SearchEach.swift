internal import Forage
internal import ForageCore
internal import ForageFormats

extension Command {
    static let eachOption = Option(
        "each", value: "FILE", takes: .file,
        help: "Search for each line of FILE (- for standard input), a JSON line each")

    /// Searches for every line of a file, and writes the best picture of each.
    static func searchEach(_ path: String, _ invocation: Invocation) async throws -> ExitCode {
        let arguments = invocation.arguments
        try check(arguments)
        let configuration = try invocation.configuration()
        // What is wrong with the options is wrong for every line. An owl of this kind cannot be left out.
        _ = try SearchArguments(
            arguments, text: "🦉", limit: configuration.limit, known: configuration.providers.map(\.id))
        let timeout = try arguments.duration("timeout")
        let lines = PictureLines(fields: try Output.fields(arguments))
        let reader = try LineReader(path)
        let total = invocation.terminal.isWatched ? LineReader.count(path) : nil
        return try await invocation.withForage(configuration) { forage in
            let search = EachSearch(
                forage: forage, arguments: arguments, timeout: timeout, lines: lines, invocation: invocation)
            let start = ContinuousClock.now
            let (tally, fault, unread) = await invocation.interruption.cancelling {
                await search.run(reader, of: total)
            }
            if let unread { return invocation.pipes.code(for: unread) }
            let summary = PictureLines.summary(
                count: tally.count, pictureCount: tally.pictureCount, duration: .now - start)
            invocation.pipes.say(summary)
            if let fault { throw fault }
            return tally.code
        }
    }

    private static func check(_ arguments: Arguments) throws(UsageFault) {
        guard arguments.words.isEmpty else {
            throw UsageFault("Give the words to search for or --each, not both.")
        }
        for name in ["page", "cursor", "all", "stream", "record", "preview", "explain"]
        where arguments.has(name) {
            throw UsageFault("--\(name) does not go with --each, which has one picture a line.")
        }
        guard ["jsonl", nil].contains(arguments.value("format")) else {
            throw UsageFault("--each writes JSON lines; omit --format.")
        }
    }
}
