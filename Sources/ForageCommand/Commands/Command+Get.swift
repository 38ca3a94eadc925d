internal import Forage
internal import ForageCache
internal import ForageCore
internal import ForageDownloads
internal import ForageFormats

extension Command {
    static let get = Command(
        "get", "Get the files of results, each with its credit",
        operands: "ID…|-", takes: .result, options: GetArguments.options,
        discussion: """
            Downloads several files at once. Each has its credit beside it, as NAME.credit.json. Existing
            files are not downloaded again; interrupted ones resume. A template for names may hold
            {provider}, {id}, {title}, {creator}, {licence}, {kind} and {date}, {title|slug} for words with
            hyphens, and / for folders. The exit code is 0 when every file is there, 3 when some are, 1 when
            none is.
            """,
        examples: [
            "forage get unsplash:eOLpJytrbsQ --size 1600x",
            "forage get --query 'barn owl licence:commercial' --limit 50 --to owls",
            "forage get --query owl --limit 5 --embed-credit",
            "forage get --query 'barn owl' --convert webp --size 800x",
            "forage search owl --format jsonl | forage get - --name '{creator}/{title|slug} {id}'",
        ]
    ) { invocation in
        let configuration = try invocation.configuration(measuring: false)
        let arguments = try GetArguments(invocation.arguments, configuration)
        let timeout = try invocation.arguments.duration("timeout")
        let archive = arguments.usesArchive ? try invocation.fileArchive() : nil
        if let archive, !archive.open() {
            throw CannotRun(
                "The archive cannot be opened, so nothing was downloaded. Without --archive, everything you name is downloaded."
            )
        }
        // A folder that cannot be written to is said before anybody is asked.
        let shelf = try Shelf(arguments.folder, naming: arguments.template, isTrial: arguments.isTrial)
        let steps = arguments.finishingSteps(try await arguments.conversion(by: invocation.imagePool()))
        return try await invocation.withForage(configuration) { forage in
            let board = TransferBoard()
            let getter = FileGetter(
                forage.downloader(upTo: arguments.greatestByteCount, finishing: steps),
                office: forage.permitOffice, shelf: shelf, wish: arguments.wish, isTrial: arguments.isTrial,
                board: board, archive: archive, patience: .seconds(30))
            let run = GetRun(forage: forage, getter: getter, jobs: arguments.jobs, timeout: timeout)
            let result: Result<ExitCode, any Error> = await invocation.interruption.cancelling {
                do { return .success(try await get(arguments, run, board, invocation)) } catch {
                    return .failure(error)
                }
            }
            return try result.get()
        }
    }

    private static func get(
        _ arguments: GetArguments, _ run: GetRun, _ board: TransferBoard, _ invocation: Invocation
    ) async throws -> ExitCode {
        let start = ContinuousClock.now
        let (wanted, code) = try await wanted(arguments, run, invocation)
        var output = GetOutput(invocation, arguments, board, of: wanted.count)
        let fault = await run.run(wanted, &output)
        if let fault, output.begunCount == 0 { throw fault }
        output.finish(after: .now - start)
        if case .lines = arguments.source, output.tally.count == 0, fault == nil, !Task.isCancelled {
            invocation.pipes.say("forage: No ID and no result was named, so there is nothing to get.")
        }
        if let fault { throw fault }
        if let unwritable = output.unwritable { return invocation.pipes.code(for: unwritable) }
        if Task.isCancelled { return .interrupted }
        // Not everybody who was asked had a say in what there is to get.
        return output.tally.code == .success ? code : output.tally.code
    }

    private static func report(of events: SearchEvents, _ waiting: Waiting?) async -> Report? {
        var waiting = waiting
        defer { waiting?.clear() }
        for await event in events {
            if case .finished(let report) = event { return report }
            waiting?.take(event)
        }
        return nil
    }

    private static func wanted(
        _ arguments: GetArguments, _ run: GetRun, _ invocation: Invocation
    ) async throws -> (WantedItems, ExitCode) {
        switch arguments.source {
        case .ids(let ids): return (WantedItems(ids.map(WantedItems.Wanted.id)), .success)
        case .lines(let path):
            let isWatched = invocation.terminal.isWatched && !arguments.isQuiet
            let count = isWatched ? await WantedItems.count(linesOf: path) : nil
            return (try WantedItems(linesOf: path, count: count), .success)
        case .query(let search):
            let events = run.forage.search(search.query, at: search.place, within: run.timeout)
            let waiting = arguments.isQuiet ? nil : Waiting(StillOut(), invocation)
            guard var report = await report(of: events, waiting) else {
                return (WantedItems([]), .interrupted)
            }
            // Nobody could go on there: what is wanted is said by the number.
            report.next = nil
            let status = StatusReport(
                terminal: invocation.terminal.messages, saysEverything: invocation.arguments.has("verbose"))
            if !arguments.isQuiet { invocation.pipes.murmur(status.text(of: report)) }
            let items = report.items.filter(\.hasPicture)
            let others = report.items.count - items.count
            if others > 0, !arguments.isQuiet {
                invocation.pipes.say("\(others.of("result")) without a picture: nothing to get.")
            }
            return (WantedItems(items.map(WantedItems.Wanted.item)), ExitCode(report.outcomes))
        }
    }
}
