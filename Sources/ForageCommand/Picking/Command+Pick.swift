internal import Forage
internal import ForageCore
internal import ForageFormats

extension Command {
    static let pick = Command(
        "pick", "Choose among results on the whole screen, with previews",
        operands: "QUERY…", takes: .query, options: PickArguments.options,
        discussion: """
            Searches like forage search, and shows the results in a list while they arrive, with the picture of
            the current one. Arrows, PgUp, PgDn, Home and End move; space marks a result and moves on; a marks
            all; / filters the list by words; m loads more; ? shows all keys and why a provider failed.
            Enter prints the IDs of the marked results, or of the current one; g downloads them, c prints their
            credits and o opens their pages, which Enter also does with --get, --credit or --open. Standard
            output contains nothing else, because the list is drawn on the terminal itself. q leaves with the
            exit code 130. The results keep their numbers for show, get, credit and more.
            """,
        examples: [
            "forage pick barn owl", "forage get $(forage pick owl) --to owls",
            "forage pick owl --get --to owls", "forage pick owl licence:commercial --credit > CREDITS",
        ]
    ) { invocation in
        let configuration = try invocation.configuration()
        let search = try SearchArguments(
            invocation.arguments, defaults: configuration.defaults(for: .search),
            known: configuration.providers.map(\.id), seal: try invocation.cursorSeal(configuration))
        let arguments = try PickArguments(invocation, configuration)
        guard let screen = FullScreen() else { throw noTerminal }
        let pipes = Pipes(output: screen.descriptor, messages: screen.descriptor)
        let onScreen = try Invocation(
            invocation.arguments, environment: invocation.environment, pipes: pipes,
            interruption: invocation.interruption)
        guard onScreen.terminal.drawing != nil else { throw noTerminal }
        let searchOptions = Command.search.options + commonOptions
        let last = LastSearch(.search, try invocation.arguments.limited(to: searchOptions))
        invocation.warnings.hold()
        defer { invocation.warnings.release() }
        return try await invocation.withForage(configuration, seal: try invocation.cursorSeal(configuration))
        { forage in
            let (end, report) = try await invocation.interruption.cancelling {
                var session = try PickSession(search, keptAs: last, forage, screen, onScreen)
                let end = await session.run()
                return (end, session.picker.report)
            }
            guard let end else { return .interrupted }
            invocation.warnings.release()
            if let report {
                invocation.pipes.murmur(invocation.status(of: configuration.providers).text(of: report))
            }
            return try await arguments.finish(end.items, end.action, forage, invocation, configuration)
        }
    }

    private static let noTerminal = CommandError.usage(
        "forage pick needs a terminal of at least 20 columns and 4 lines. Without one, forage search --fields id prints the IDs of results."
    )
}

/// The arguments of `forage pick` in addition to those of a search.
struct PickArguments: Sendable {
    private let action: Picker.Action?
    private let output: Output?

    static let options =
        SearchArguments.options.filter { !["explain", "stream", "wide", "record"].contains($0.name) }
        + [
            Option("get", help: "On Enter, download the files of the chosen results"),
            Option("credit", help: "On Enter, print the credits of the chosen results"),
            Option("open", help: "On Enter, open the pages of the chosen results in the browser"),
        ] + Output.options + GetArguments.fileOptions()

    /// - Throws: ``CommandError`` or another error if the arguments cannot be used together.
    init(_ invocation: Invocation, _ configuration: Configuration) throws {
        let arguments = invocation.arguments
        let actions = Picker.Action.allCases.filter { arguments.has($0.rawValue) }
        guard actions.count < 2 else {
            throw CommandError.usage("Give one of --get, --credit and --open.")
        }
        action = actions.first
        let hasForm = arguments.has("format") || arguments.has("fields")
        output = hasForm ? try Output(invocation, configuration, for: .search) : nil
        // Mistakes are reported before the choice.
        _ = try GetArguments(arguments, configuration, source: .items([]), format: .table)
    }

    /// Does what the person wants with the chosen results.
    func finish(
        _ items: [Item], _ chosen: Picker.Action?, _ forage: Forage, _ invocation: Invocation,
        _ configuration: Configuration
    ) async throws -> ExitCode {
        switch chosen ?? action {
        case .get:
            let arguments = try GetArguments(
                invocation.arguments, configuration, source: .items(items), format: .table)
            let (run, board) = try await GetPlan(arguments, configuration, invocation).run(forage)
            return try await invocation.interruption.cancelling {
                try await Command.get(arguments, run, board, invocation)
            }
        case .credit:
            for item in items { invocation.pipes.write(CreditView().text(of: item, as: .text).utf8) }
            return .success
        case .open:
            let codes = items.map { Command.open($0.pageURL, invocation) }
            return codes.first { $0 != .success } ?? .success
        case nil:
            guard let output else {
                for item in items { invocation.pipes.write(line: item.id.description) }
                return .success
            }
            let query = try Query("chosen")
            let report = Report(query: query, items: items, outcomes: [], next: nil, duration: .zero)
            invocation.pipes.write(output.writer.text(of: report).utf8)
            return .success
        }
    }
}
