internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import Platform

/// Runs saved searches and writes or downloads what is new in each.
///
/// One process at a time runs a saved search. It records results as seen only after they have been written or
/// downloaded, so a run that is killed repeats some of them and loses none.
struct WatchRun {
    private let watches: [Watch]
    private let store: any WatchStore
    private let invocation: Invocation
    private let configuration: Configuration
    private let format: WatchArguments.Format
    private let timeout: Duration?
    private let downloads: GetPlan?
    private let arguments: GetArguments?

    /// The longest wait for another process that runs the same search.
    private static let patience = Duration.seconds(60)

    init(_ names: [String], _ invocation: Invocation) async throws {
        let arguments = invocation.arguments
        self.invocation = invocation
        store = try invocation.watchStore()
        format = try arguments.choice("format", as: WatchArguments.Format.self) ?? .table
        timeout = try arguments.duration("timeout")
        guard let all = store.watches() else { throw CommandError.failure("No search was run.") }
        watches = names.isEmpty ? all : try Watch.named(names, among: all)
        let isFeed = Feed.Format(rawValue: format.rawValue) != nil
        if isFeed, watches.count != 1 {
            throw CommandError.usage("--format \(format.rawValue) writes one feed: name one saved search.")
        }
        guard arguments.has("get") else {
            let names = GetArguments.fileOptions().map(\.name) + ["quiet"]
            if let name = names.first(where: arguments.has) {
                throw CommandError.usage("--\(name) works only with --get.")
            }
            configuration = try invocation.configuration()
            downloads = nil
            self.arguments = nil
            return
        }
        guard !isFeed else { throw CommandError.usage("--get writes table or jsonl.") }
        configuration = try invocation.configuration(measuring: false)
        let files = try GetArguments(
            arguments, configuration, source: .ids([]), format: format == .jsonl ? .jsonl : .table)
        self.arguments = files
        downloads = try await GetPlan(files, configuration, invocation)
    }

    func run() async throws -> ExitCode {
        if watches.isEmpty { invocation.pipes.say("There are no saved searches.") }
        return try await invocation.withForage(configuration) { forage in
            try await invocation.interruption.cancelling {
                var codes: Set<ExitCode> = []
                // The numbers of the table mean these results in later commands.
                var last = LastSearch(.search, invocation.arguments)
                for watch in watches where !Task.isCancelled {
                    codes.insert(try await run(watch, numbering: &last, forage))
                }
                if invocation.terminal.output != nil, downloads == nil, !last.results.isEmpty {
                    LastSearches(invocation.environment)?.keep(last)
                }
                if Task.isCancelled { return .interrupted }
                if codes.isSubset(of: [.success]) { return .success }
                return codes == [.failure] ? .failure : .partial
            }
        }
    }

    private func run(
        _ watch: Watch, numbering last: inout LastSearch, _ forage: Forage
    ) async throws -> ExitCode {
        let lock = try await self.lock(watch)
        let query = try Query(parsing: watch.query, isStrict: watch.isStrict, limit: watch.limit)
        guard var report = await forage.search(query, within: timeout).report else { return .interrupted }
        report.next = nil
        let code = ExitCode(report.outcomes)
        if code != .success || invocation.arguments.has("verbose") {
            invocation.pipes.say("\(watch.name):")
            invocation.pipes.murmur(invocation.status(of: configuration.providers).text(of: report))
        }
        let keys = report.items.map(forage.identityKeys)
        guard let areNew = store.areNew(keys, for: watch.name) else { return .failure }
        let places = report.items.indices.filter { areNew[$0] }
        let new = places.map { report.items[$0] }
        if new.isEmpty, invocation.terminal.messages != nil {
            invocation.pipes.say("\(watch.name): nothing new.")
        }
        let now = Date()
        let (shown, ending) = try await show(
            new, from: last.nextNumber, of: watch, report, at: now, forage)
        guard let shown else { return ending }
        last.add(new, next: nil)
        let results = places.filter { shown.contains(report.items[$0].id) }.map { place in
            WatchedResult(
                keys: keys[place], entry: Feed.Entry(report.items[place], foundAt: now).document)
        }
        let others = report.items.indices.filter { !areNew[$0] }.map { keys[$0] }
        let isNoted = store.note(results, others: others, for: watch.name, at: now)
        _ = consume lock
        guard isNoted != nil else { return .failure }
        return ending == .success ? code : ending
    }

    /// Waits until no other process runs the search.
    private func lock(_ watch: Watch) async throws -> FileLock {
        let path = "\(invocation.stateFolder ?? "")/watch-\(watch.name).lock"
        let end = ContinuousClock.now + Self.patience
        while true {
            if let lock = try FileLock(path) { return lock }
            guard .now < end else {
                throw CommandError.failure("\(watch.name) is being run by another process.")
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Writes results, with numbers at a terminal, or downloads them.
    ///
    /// - Returns: The IDs of the results that are settled; nil if the output could not be written.
    private func show(
        _ new: [Item], from firstNumber: Int, of watch: Watch, _ report: Report, at now: Date,
        _ forage: Forage
    ) async throws -> (Set<ItemID>?, ExitCode) {
        if let downloads, let arguments {
            let (run, board) = downloads.run(forage)
            return await download(new, run, board, arguments)
        }
        guard let text = text(of: new, from: firstNumber, watch, report, at: now) else {
            return (nil, .failure)
        }
        if let unread = invocation.pipes.offer(text.utf8) { return (nil, invocation.pipes.code(for: unread)) }
        return (Set(new.map(\.id)), .success)
    }

    private func text(
        of new: [Item], from firstNumber: Int, _ watch: Watch, _ report: Report, at now: Date
    ) -> String? {
        if let format = Feed.Format(rawValue: format.rawValue) {
            let earlier = store.entries(of: watch.name, upTo: WatchArguments.feedLength)
            guard let earlier else { return nil }
            let entries =
                new.map { Feed.Entry($0, foundAt: now) } + earlier.compactMap { Feed.Entry($1, foundAt: $0) }
            return Feed(watch, Array(entries.prefix(WatchArguments.feedLength))).text(as: format)
        }
        if new.isEmpty { return "" }
        if format == .jsonl {
            let writer = OutputFormat.jsonl.writer()
            return new.map { writer.text(of: $0) }.joined()
        }
        let writer = OutputFormat.table.writer(
            terminal: invocation.terminal.output, layout: TableLayout(firstNumber: firstNumber))
        return writer.text(
            of: Report(query: report.query, items: new, outcomes: [], next: nil, duration: report.duration))
    }

    private func download(
        _ new: [Item], _ run: GetRun, _ board: TransferProgress, _ arguments: GetArguments
    ) async -> (Set<ItemID>?, ExitCode) {
        let pictures = new.filter { $0.file(.usual) != nil }
        let others = Set(new.map(\.id)).subtracting(pictures.map(\.id))
        guard !pictures.isEmpty else { return (others, .success) }
        let start = ContinuousClock.now
        let wanted = WantedItems(pictures.map(WantedItems.Wanted.item))
        var work = WatchedDownloads(GetOutput(invocation, arguments, run, board, of: pictures.count))
        _ = await wanted.work(&work)
        work.output.finish(after: .now - start)
        let settled = pictures.map(\.id).filter { work.settled.contains("\($0)") }
        return (others.union(settled), work.output.tally.code)
    }
}

/// Downloads of new results, with those that need not be tried again.
private struct WatchedDownloads: ListWork {
    var output: GetOutput
    /// The IDs of files that are there, or that cannot be downloaded later either.
    private(set) var settled: Set<String> = []

    init(_ output: GetOutput) { self.output = output }

    var width: Int { output.width }
    var greatestLead: Int { output.greatestLead }
    var pause: Duration? { output.pause }
    var isStopped: Bool { output.isStopped }

    mutating func begin(_ wanted: WantedItems.Wanted) -> @Sendable () async -> GetResult {
        output.begin(wanted)
    }

    mutating func write(_ result: GetResult) { output.write(result) }

    mutating func note(_ result: GetResult) {
        if case .failed(let error) = result.ending, error.mayPassLater {} else { settled.insert(result.name) }
        output.note(result)
    }

    mutating func draw() { output.draw() }
}

extension DownloadError {
    /// Indicates whether a later run may succeed.
    fileprivate var mayPassLater: Bool {
        switch self {
        case .notFound, .nothingToGet, .unfit, .tooLarge, .unconvertible, .taken: false
        case .refused(_, let isPassing, _): isPassing
        case .notPermitted, .unfetched, .unfinished, .incomplete, .cutOff, .busy, .unwritable, .noRoom,
            .cancelled:
            true
        }
    }
}
