internal import Forage
internal import ForageCore
internal import ForageFormats
internal import ForageReplay

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
            invocation.arguments, limit: configuration.limit, known: configuration.providers.map(\.id))
        return try await show(search, configuration, invocation)
    }

    /// Asks, waits and writes the list that comes of it.
    static func show(
        _ search: SearchArguments, _ configuration: Configuration, _ invocation: Invocation
    ) async throws -> ExitCode {
        let timeout = try invocation.arguments.duration("timeout")
        let output = try Output(invocation, configuration)
        let recording = try RunRecording(invocation, configuration)
        return try await invocation.withForage(configuration, recorder: recording?.recorder) { forage in
            let report = await Interruption.cancelling {
                let events = forage.search(search.query, at: search.place, within: timeout)
                return await follow(recording?.recorder.watching(events) ?? events, invocation)
            }
            guard let report else { return .interrupted }
            // Kept before anything is written, because a reader that has enough ends the program.
            async let keeping: Void? = LastSearch(invocation.environment)?.keep(report.items)
            let recorded = recording?.keep(search.question, output.form, took: report.duration)
            _ = await keeping
            write(report, output, invocation)
            return recorded?.code(invocation.pipes) ?? ExitCode(report.outcomes)
        }
    }

    /// Writes the results, and on standard error how it went.
    static func write(_ report: Report, _ output: Output, _ invocation: Invocation) {
        invocation.pipes.write(output.writer.text(of: report).utf8)
        invocation.pipes.murmur(output.status.text(of: report))
    }

    /// Reads the stream of events to its end, telling a person what is being waited for.
    static func follow(
        _ events: any AsyncSequence<SearchEvent, Never> & Sendable, _ invocation: Invocation
    ) async -> Report? {
        var progress = Progress(invocation.terminal, invocation.pipes)
        defer { progress.clear() }
        var waiting: [ProviderID] = []
        for await event in events {
            switch event {
            case .began(let providers): waiting = providers
            case .ended(let outcome): waiting.removeAll { $0 == outcome.provider }
            case .finished(let report): return report
            case .items, .measured: break
            }
            progress.say(waitingFor: waiting)
        }
        return nil
    }
}
