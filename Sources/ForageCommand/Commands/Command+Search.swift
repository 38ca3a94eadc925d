internal import Forage
internal import ForageCore
internal import ForageFormats
internal import Platform

extension Command {
    static let search = Command(
        "search", "Search all providers at once",
        operands: "QUERY…", takes: .query, options: SearchArguments.options + [eachOption] + Output.options,
        discussion: """
            Searches all enabled providers at once and shows one list, best first, each result with its credit.
            A query consists of words, "phrases", -words to exclude and filters, which are also options below:
            by:"Ann Lee", from:unsplash,flickr or !flickr, kind:photo, licence:commercial,modify, colour:teal,
            min:1200x800, after:2020, sort:newest. Put the query in single quotes so that the shell does not
            interpret its punctuation.
            Results go to standard output, everything else to standard error. The exit code is 0 if every
            searched provider answered, 3 if some failed, even if only on a later page, and 1 if all failed.
            With --each, every line of a file is a query, even an empty one or one that starts with #. Four
            queries run at once; the answers are in the order of the lines, one JSON line each: the query, the
            first result that has a picture (or null), and the outcome of each provider.
            """,
        examples: [
            "forage search barn owl",
            "forage search lighthouse --kind answer --limit 5",
            "forage search '\"barn owl\" -tawny licence:commercial min:1200x800'",
            "forage search owl --format json --fields title,attribution.text",
            "forage search --each names.txt --provider duckduckgo > pictures.jsonl",
        ]
    ) { invocation in
        if let path = invocation.arguments.value("each") { return try await searchEach(path, invocation) }
        return try await find(continuing: LastSearch(.search, invocation.arguments), invocation)
    }

    /// Searches or lists, and shows the results.
    static func find(continuing last: LastSearch, _ invocation: Invocation) async throws -> ExitCode {
        let configuration = try invocation.configuration()
        let known = configuration.providers.map(\.id)
        let command: CommandDefaults.Command = last.kind == .search ? .search : .browse
        let defaults = configuration.defaults(for: command)
        let search =
            switch last.kind {
            case .search:
                try SearchArguments(
                    invocation.arguments, defaults: defaults, known: known,
                    seal: try invocation.cursorSeal(configuration))
            case .browse:
                try SearchArguments(
                    browsing: invocation.arguments, defaults: defaults, known: known,
                    seal: try invocation.cursorSeal(configuration))
            }
        return try await show(search, continuing: last, configuration, invocation)
    }

    /// Searches and writes the resulting list, which continues an earlier one unless that is empty.
    static func show(
        _ search: SearchArguments, continuing last: LastSearch, _ configuration: Configuration,
        _ invocation: Invocation
    ) async throws -> ExitCode {
        let timeout = try invocation.arguments.duration("timeout")
        let preview = try invocation.arguments.choice("preview", as: Preview.self) ?? .off
        let output = try Output(
            invocation, configuration, for: last.kind == .search ? .search : .browse, from: last.nextNumber)
        let display = try output.display(of: search)
        let recording = try RunRecording(invocation, configuration)
        defer { invocation.warnings.release() }
        let seal = try invocation.cursorSeal(configuration)
        return try await invocation.withForage(
            configuration, seal: seal, recorder: recording?.recorder
        ) { forage in
            let interruption = invocation.interruption
            let (shown, recorded) = await interruption.cancelling { () -> (Shown?, RunRecording.Ending?) in
                let events = search.events(of: forage, publishingList: display.needsList, within: timeout)
                let shown = await follow(recording?.recorder.watching(events) ?? events, on: display)
                guard var shown else { return (nil, nil) }
                interruption.settle()
                shown.isInterrupted = interruption.code != nil
                let report = shown.report
                // The results are stored before anything is written, because an interruption of the writing ends the
                // program.
                async let keeping: Void? = LastSearches(invocation.environment)?.keep(last, report)
                let recorded = recording?.keep(search, output.form, shown, seal, interruption.author)
                _ = await keeping
                return (shown, recorded)
            }
            guard let shown else { return .interrupted }
            let code = write(shown, output, invocation)
            ContactReminder.show(configuration, invocation)
            if output.isTable, !shown.isInterrupted {
                await invocation.drawPreviews(
                    preview, of: shown.report.items, from: last.nextNumber, forage)
            }
            return recorded?.code(invocation.pipes) ?? code
        }
    }

    /// A finished search that was shown while it ran.
    struct Shown: Sendable {
        let report: Report
        let display: any SearchDisplay
        var isInterrupted = false
    }

    /// Writes the results, and a report on the search to standard error.
    static func write(_ shown: Shown, _ output: Output, _ invocation: Invocation) -> ExitCode {
        var display = shown.display
        let text = display.text(atEnd: shown.report)
        if let unread = display.unread ?? invocation.pipes.offer(text.utf8) {
            return invocation.pipes.code(for: unread)
        }
        invocation.warnings.release()
        invocation.pipes.murmur(output.status.text(of: shown.report))
        return shown.isInterrupted ? .interrupted : ExitCode(shown.report.outcomes)
    }

    /// Reads the events to the end and shows each.
    static func follow(_ events: SearchEvents, on display: any SearchDisplay) async -> Shown? {
        var display = display
        for await event in events {
            if case .finished(let report) = event {
                return Shown(report: report, display: display)
            }
            display.take(event)
        }
        return nil
    }
}

extension Command {
    static let browse = Command(
        "browse", "Show what is new or interesting", options: SearchArguments.browseOptions + Output.options,
        discussion: """
            Shows one list with the new or interesting items of all enabled providers that list such items.
            Other providers are skipped. A provider without lists of past days shows its latest list for any
            day, with a note.
            """,
        examples: ["forage browse", "forage browse --day 2024-05-31 --limit 5", "forage browse -p flickr"]
    ) { invocation in
        try await find(continuing: LastSearch(.browse, invocation.arguments), invocation)
    }
}

/// A line about the missing contact, shown to each person once, after the first search at a terminal.
enum ContactReminder {
    static func show(_ configuration: Configuration, _ invocation: Invocation) {
        guard configuration.contact == nil, invocation.terminal.messages != nil,
            !invocation.arguments.has("sandbox"), !invocation.arguments.has("offline"),
            let folder = PersonalFolder.state.path(invocation.environment)
        else { return }
        let path = folder + "/contact-reminder"
        // If that cannot be recorded, the line would appear after every search, so it is not shown.
        guard LocalPath.kind(path) == nil, (try? LocalFile.make(path, with: [], permissions: 0o600)) != nil
        else { return }
        invocation.pipes.say(
            "Your requests do not say who sends them, and some services slow down such programs. To send your web page "
                + "or email address with them: export FORAGE_CONTACT=ADDRESS. This note is shown only once.")
    }
}

extension Command {
    static let more = Command(
        "more", "Show more results of the last search",
        options: [SearchArguments.limitOption, SearchArguments.timeoutOption, Preview.ofMany]
            + Output.options + [Output.wideOption],
        discussion: """
            Continues the last search or list of this terminal, with the same options; those that you give
            replace them. The numbers continue, and the earlier results keep theirs.
            """,
        examples: ["forage search barn owl && forage more", "forage more --limit 50 --wide"]
    ) { invocation in
        try invocation.arguments.refuseWords("for another search: forage search QUERY.")
        guard let last = LastSearches(invocation.environment)?.last else {
            throw CommandError.usage("There is no search to continue: forage search QUERY.")
        }
        guard let next = last.next else { throw CommandError.failure("The last search has no more results.") }
        let command = last.kind == .search ? Command.search : .browse
        let earlier = try Arguments(last.typed, options: command.options + Command.commonOptions)
        let continued = earlier.replacing(
            ["page": nil, "record": nil, "cursor": [next]], by: invocation.arguments)
        return try await find(continuing: last, invocation.with(continued))
    }
}
