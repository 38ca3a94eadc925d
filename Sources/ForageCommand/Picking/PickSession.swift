internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import Platform

/// A choice on the person's screen: passes keys and results to the ``Picker``, and draws it.
struct PickSession: Sendable {
    private let screen: FullScreen
    /// The run with the screen in place of standard output.
    private let invocation: Invocation
    private let forage: Forage
    private let search: SearchArguments
    private let timeout: Duration?
    private let previews: Previews?
    private let events = AsyncStream<Event>.makeStream()
    private let tasks = OpenTasks()

    private(set) var picker = Picker()
    private var last: LastSearch
    private var view: PickerView
    private var frame: ScreenFrame?
    private var pictures: [PictureKey: PickerPicture] = [:]
    private var drawing: (key: PictureKey, task: Task<Void, Never>)?

    private enum Event: Sendable {
        case keys([Key])
        case hungUp
        case search(SearchEvent)
        case picture(PictureKey, PickerPicture)
        case signal(Int32)
    }

    private struct PictureKey: Hashable {
        let id: ItemID
        let area: ScreenArea
    }

    /// The time for which the cursor has to stay in a row before its picture is fetched.
    private static let rest = Duration.milliseconds(80)
    /// The time within which the rest of a key's bytes arrive, in milliseconds.
    private static let keyTime: Int32 = 50
    private static let greatestPictureCount = 16

    /// Starts the search.
    ///
    /// - Parameters:
    ///   - search: The search.
    ///   - last: The search to store, so that its numbers can be used afterwards.
    ///   - forage: Searches.
    ///   - screen: The person's screen.
    ///   - invocation: The run with the screen in place of standard output.
    /// - Throws: ``CommandError`` for an unknown option value.
    init(
        _ search: SearchArguments, keptAs last: LastSearch, _ forage: Forage, _ screen: FullScreen,
        _ invocation: Invocation
    ) throws(CommandError) {
        self.search = search
        self.last = last
        self.forage = forage
        self.screen = screen
        self.invocation = invocation
        timeout = try invocation.arguments.duration("timeout")
        let preview = try invocation.arguments.choice("preview", as: Preview.self) ?? .auto
        previews = Previews(preview, forage, invocation)
        view = PickerView(TerminalStyle(width: 80), height: 24, showsPictures: false)
        find(search)
    }

    /// Lets the person choose; returns nil if they leave without a choice or the task is cancelled.
    mutating func run() async -> (action: Picker.Action?, items: [Item])? {
        let signals = SignalWatch([SIGWINCH, SIGTSTP, SIGCONT]) { [events] in
            events.continuation.yield(.signal($0))
        }
        screen.enter()
        defer {
            tasks.end()
            screen.write(erasing)
            screen.leave()
            signals.cancel()
            keepIncompletePage()
        }
        readKeys()
        redraw()
        for await event in events.stream {
            if let end = take(event) { return end }
            draw()
        }
        return nil
    }

    private typealias End = (action: Picker.Action?, items: [Item])?

    /// Takes an event; returns the end of the choice if it is one.
    private mutating func take(_ event: Event) -> End? {
        switch event {
        case .keys(let keys):
            for key in keys {
                switch picker.take(key) {
                case .choose(let action): return .some((action, picker.chosen))
                case .leave: return .some(nil)
                case .suspend: suspend()
                case .loadMore: findMore()
                case nil: break
                }
            }
        case .hungUp: return .some(nil)
        case .search(let event):
            picker.take(event)
            if case .finished(let report) = event { keep(report.items, report.next) }
        case .picture(let key, let picture):
            if pictures.count >= Self.greatestPictureCount { pictures = [:] }
            pictures[key] = picture
        case .signal(SIGTSTP): suspend()
        case .signal(SIGCONT):
            screen.enter()
            redraw()
        case .signal: redraw()
        }
        return nil
    }

    private func suspend() {
        screen.write(erasing)
        screen.leave()
        screen.stop()
        // If it cannot be stopped, it goes on at once.
        events.continuation.yield(.signal(SIGCONT))
    }
}

// MARK: - Results

extension PickSession {
    private func find(_ search: SearchArguments) {
        let found = search.events(of: forage, publishingList: true, within: timeout)
        _ = tasks.begin { [events] in
            for await event in found { events.continuation.yield(.search(event)) }
        }
    }

    private func findMore() {
        guard let next = picker.report?.next, let cursor = try? forage.cursor(next, for: search.query) else {
            return
        }
        find(SearchArguments(search.query, at: .cursor(cursor)))
    }

    private mutating func keep(_ items: [Item], _ next: String?) {
        last.add(items, next: next)
        if !last.results.isEmpty { LastSearches(invocation.environment)?.keep(last) }
    }

    private mutating func keepIncompletePage() {
        if !picker.incompletePage.isEmpty { keep(Array(picker.incompletePage), nil) }
    }
}

// MARK: - The screen

extension PickSession {
    private var erasing: String { previews?.screen.manner == .kitty ? "\u{1B}_Ga=d,d=A,q=2\u{1B}\\" : "" }

    /// Draws everything, for the current size of the screen.
    private mutating func redraw() {
        let size = Screen(at: screen.descriptor)
        let style = (invocation.terminal.output ?? TerminalStyle(width: 80)).fitted(to: size)
        view = PickerView(
            style, height: size?.height ?? 24, showsPictures: previews != nil,
            providers: forage.configuration.providers)
        picker.rowCount = view.list.height
        frame = nil
        draw()
    }

    private mutating func draw() {
        let key = view.pictureArea(of: picker).flatMap { area in
            picker.current.map { PictureKey(id: $0.id, area: area) }
        }
        requestPicture(key)
        let next = view.frame(of: picker, key.flatMap { pictures[$0] })
        screen.write(next.text(after: frame, erasingPicturesBy: erasing))
        frame = next
    }

    /// Fetches and draws the picture of the current result, unless that is done or has begun.
    private mutating func requestPicture(_ key: PictureKey?) {
        guard key != drawing?.key else { return }
        drawing?.task.cancel()
        drawing = nil
        guard let key, pictures[key] == nil, let item = picker.current, let previews else { return }
        let task = tasks.begin { [events] in
            guard (try? await Task.sleep(for: Self.rest)) != nil else { return }
            let picture: PickerPicture
            do throws(CommandError) {
                picture = .drawn(
                    try await previews.renewed.text(
                        of: item, columns: key.area.width, rows: key.area.height))
            } catch {
                picture = .failed(error.description)
            }
            if !Task.isCancelled { events.continuation.yield(.picture(key, picture)) }
        }
        drawing = (key, task)
    }

    private func readKeys() {
        _ = tasks.begin { [events, screen] in
            var decoder = KeyDecoder()
            guard let input = try? OpenFile(FullScreen.path) else {
                events.continuation.yield(.hungUp)
                return
            }
            while (try? await input.waitForInput()) != nil, !Task.isCancelled {
                guard let bytes = try? input.read(), !bytes.isEmpty else { break }
                events.continuation.yield(.keys(decoder.keys(in: bytes)))
                if decoder.isPending, !screen.hasInput(within: Self.keyTime) {
                    events.continuation.yield(.keys(decoder.flush()))
                }
            }
            events.continuation.yield(.hungUp)
        }
    }
}

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
