internal import Forage
internal import ForageCore
internal import ForageFormats

extension Command {
    static let search = Command(
        "search", "Search every provider at once",
        operands: "QUERY…", takes: .query, options: SearchArguments.options + [eachOption] + Output.options,
        discussion: """
            Asks all enabled providers side by side and shows one list, best first, each result with its credit.
            A query has words, "phrases", -words to leave out and filters, which are the options below:
            by:"Ann Lee", from:unsplash,flickr or !flickr, kind:photo, licence:commercial,modify, colour:teal,
            min:1200x800, after:2020, sort:newest. The shell has to be kept from its signs by single quotes.
            Results go to standard output, everything else to standard error. The exit code is 0 when every
            provider that was asked answered, 3 when some failed, 1 when all did.
            With --each every line of a file is a query, also an empty one and one that starts with #. Four are
            out at once; the answers come in the order of the lines, one JSON line each: the query, the first
            result that has a picture (or null), and how each provider ended.
            """,
        examples: [
            "forage search barn owl",
            "forage search lighthouse --kind answer --limit 5",
            "forage search '\"barn owl\" -tawny licence:commercial min:1200x800'",
            "forage search owl --format json --fields title,attribution.text",
            "forage search --each names.txt --provider duckduckgo > pictures.jsonl",
        ]
    ) { invocation in
        invocation.openAhead()
        if let path = invocation.arguments.value("each") { return try await searchEach(path, invocation) }
        let configuration = try invocation.configuration()
        let search = try SearchArguments(
            invocation.arguments, limit: configuration.limit, known: configuration.providers.map(\.id),
            seal: invocation.cursorSeal)
        return try await show(search, configuration, invocation)
    }

    /// Asks, waits and writes the list that comes of it.
    static func show(
        _ search: SearchArguments, _ configuration: Configuration, _ invocation: Invocation
    ) async throws -> ExitCode {
        let timeout = try invocation.arguments.duration("timeout")
        let output = try Output(invocation, configuration)
        let display = try output.display(of: search, configuration, invocation)
        defer { invocation.warnings.release() }
        return try await invocation.withForage(configuration, seal: invocation.cursorSeal) { forage in
            let shown = await Interruption.cancelling {
                await follow(search, on: display, forage: forage, timeout: timeout)
            }
            guard let report = shown?.report, var display = shown?.display else { return .interrupted }
            // Kept before anything is written, because a reader that has enough ends the program.
            async let keeping: Void? = LastSearch(invocation.environment)?.keep(report.items)
            let text = display.text(atEnd: report)
            _ = await keeping
            invocation.pipes.write(text.utf8)
            invocation.warnings.release()
            invocation.pipes.murmur(output.status.text(of: report))
            return shown?.isInterrupted == true ? .interrupted : ExitCode(report.outcomes)
        }
    }

    private struct Shown: Sendable {
        let report: Report
        let display: any SearchDisplay
        let isInterrupted: Bool
    }

    /// Reads the stream of events to its end, showing what happens.
    private static func follow(
        _ search: SearchArguments, on display: any SearchDisplay, forage: Forage, timeout: Duration?
    ) async -> Shown? {
        var display = display
        for await event in search.events(of: forage, within: timeout) {
            if case .finished(let report) = event {
                return Shown(report: report, display: display, isInterrupted: Task.isCancelled)
            }
            display.take(event)
        }
        return nil
    }
}
