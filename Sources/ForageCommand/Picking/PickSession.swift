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
