internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import ForageStorage
internal import ForageTransport

extension Command {
    static let get = Command(
        "get", "Download the files of results, each with its credit",
        operands: "NUMBER…|ID…|-", takes: .result, options: GetArguments.options,
        discussion: """
            Downloads several files at once, and writes the credit of each next to it, as NAME.credit.json.
            Numbers such as 1 3 5-7 are those of the last search in this terminal.
            Existing files are not downloaded again; interrupted downloads resume. A template for names can
            contain {provider}, {id}, {title}, {creator}, {licence}, {kind} and {date}, {title|slug} for words
            joined by hyphens, and / for folders. The exit code is 0 if every file is there, 3 if only some
            are, and 1 if none are.
            """,
        examples: [
            "forage get 1 3 5-7 --to owls",
            "forage get unsplash:eOLpJytrbsQ --size 1600x",
            "forage get --query 'barn owl licence:commercial' --limit 50 --to owls",
            "forage get --query owl --limit 5 --embed-credit",
            "forage get --query 'barn owl' --convert webp --size 800x",
            "forage search owl --format jsonl | forage get - --name '{creator}/{title|slug} {id}'",
            "forage get --from owls.forage.json --to owls",
        ]
    ) { invocation in
        let configuration = try invocation.configuration(measuring: false)
        let arguments = try GetArguments(
            invocation.arguments, configuration, NamedResults(invocation, configuration))
        let plan = try await GetPlan(arguments, configuration, invocation)
        return try await invocation.withForage(configuration) { forage in
            let (run, board) = plan.run(forage)
            return try await invocation.interruption.cancelling {
                try await get(arguments, run, board, invocation)
            }
        }
    }

    /// Downloads the files that the arguments name, and passes on each result.
    static func get(
        _ arguments: GetArguments, _ run: GetRun, _ board: TransferProgress, _ invocation: Invocation,
        take: @escaping (GetResult) -> Void = { _ in }
    ) async throws -> ExitCode {
        let start = ContinuousClock.now
        let (wanted, code) = try await wanted(arguments, run, invocation)
        var output = GetOutput(invocation, arguments, run, board, of: wanted.count, take: take)
        let fault = await wanted.work(&output)?.fault
        if let fault, output.begunCount == 0 { throw fault }
        output.finish(after: .now - start)
        if case .lines = arguments.source, output.tally.count == 0, fault == nil, !Task.isCancelled {
            invocation.pipes.say(
                "forage: The input has no IDs and no results, so there is nothing to download.")
        }
        if let fault { throw fault }
        if let unwritable = output.unwritable { return invocation.pipes.code(for: unwritable) }
        if Task.isCancelled { return .interrupted }
        // Even if all files were downloaded, some providers may have failed in the search for them.
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
        case .items(let items): return (WantedItems(items.map(WantedItems.Wanted.item)), .success)
        case .lines(let path):
            let isWatched = invocation.terminal.isWatched && !arguments.isQuiet
            let count = isWatched ? await WantedItems.count(linesOf: path) : nil
            return (try WantedItems(linesOf: path, count: count), .success)
        case .query(let search):
            let events = run.forage.search(search.query, at: search.place, within: run.timeout)
            let waiting = arguments.isQuiet ? nil : Waiting(PendingProviders(), invocation)
            guard var report = await report(of: events, waiting) else {
                return (WantedItems([]), .interrupted)
            }
            // A cursor would not help here: the number of files is set by an option.
            report.next = nil
            if !arguments.isQuiet { invocation.pipes.murmur(invocation.status().text(of: report)) }
            let items = report.items.filter { $0.file(.usual) != nil }
            let others = report.items.count - items.count
            if others > 0, !arguments.isQuiet {
                invocation.pipes.say("Left out \(others.of("result")) without a file.")
            }
            return (WantedItems(items.map(WantedItems.Wanted.item)), ExitCode(report.outcomes))
        }
    }
}

/// The folder, the archive and the steps of downloads, checked before any service is asked.
struct GetPlan: Sendable {
    private let arguments: GetArguments
    private let target: DownloadFolder
    private let archive: (any KeptFileArchive)?
    private let steps: [any FinishingStep]
    private let timeout: Duration?
    private let pool: ImagePool?

    init(
        _ arguments: GetArguments, _ configuration: Configuration, _ invocation: Invocation
    ) async throws {
        self.arguments = arguments
        let pool = try? invocation.imagePool()
        self.pool = pool
        timeout = try invocation.arguments.duration("timeout")
        archive = arguments.usesArchive ? try invocation.fileArchive(configuration) : nil
        if let archive, !archive.open() {
            throw CommandError.failure(
                "The archive cannot be opened, so nothing was downloaded. Without --archive, everything you name is downloaded."
            )
        }
        do {
            target = try DownloadFolder(
                arguments.folder, naming: arguments.template, isTrial: arguments.isTrial)
        } catch {
            throw CommandError.failure("\(error); choose another folder with --to.")
        }
        steps = arguments.finishingSteps(try await arguments.conversion(by: pool ?? invocation.imagePool()))
    }

    /// The real path of the folder that files are saved in.
    var folder: String { target.root }

    func run(_ forage: Forage) -> (GetRun, TransferProgress) {
        let board = TransferProgress()
        let getter = FileGetter(
            forage.downloader(upTo: arguments.greatestByteCount, finishing: steps),
            authorizer: forage.downloadAuthorizer, into: target, selection: arguments.selection,
            isTrial: arguments.isTrial,
            board: board, archive: archive, patience: .seconds(30))
        return (GetRun(forage: forage, getter: getter, timeout: timeout, folder: folder, pool: pool), board)
    }
}

/// The arguments of `forage get`.
struct GetArguments {
    let source: Source
    let selection: FileSelection
    let folder: String
    let template: FileNameTemplate
    let jobs: Int
    let greatestByteCount: Int
    let format: Format
    let isTrial: Bool
    let embedsCredit: Bool
    let usesArchive: Bool
    let isQuiet: Bool

    /// The source of the items.
    enum Source: Sendable {
        case ids([ItemID])
        case items([Item])
        /// A file with an ID or a result on each line.
        case lines(String)
        case query(SearchArguments)
    }

    enum Format: String, CaseIterable {
        case table, jsonl
    }

    static let folderOption = Option(
        "to", "o", value: "FOLDER", takes: .file, help: "Save the files in this folder (the current folder)")

    static let options =
        [
            Option("query", "q", value: "TEXT", takes: .query, help: "Download what a search for TEXT finds"),
            Option("limit", "n", value: "N", help: "With --query: at most N results (20)"),
            Option(
                "from", value: "FILE", takes: .file,
                help: "Download what FILE lists: IDs, a search as JSON, or a basket of the gallery"),
        ] + fileOptions(sizeLetter: "s") + [
            Option("dry-run", help: "Show what would be downloaded, and download nothing"),
            Output.formatOption(Format.self),
            Option("quiet", help: "Report only failures"),
            SearchArguments.definitionOption,
            Option(
                "timeout", "t", value: "TIME", help: "Wait at most this long for a search or a result (5s)"),
        ]

    /// The options on the files and their names.
    static func fileOptions(sizeLetter: Character? = nil) -> [Option] {
        [
            Option(
                "size", sizeLetter, value: "SIZE", takes: .words(FileSize.roles.map(\.rawValue)),
                help: "thumbnail, small, regular, large, full (default), original or width: 800x"),
            Option(
                "pixel-ratio", value: "N",
                help: "With --size WIDTHx: N pixels of the screen for each pixel of a page (1)"),
            folderOption,
            Option(
                "name", value: "TEMPLATE", help: "Name the files by this template (\(FileNameTemplate.usual))"
            ),
            Option(
                "convert", value: "FORMAT", takes: .oneOf(FileFormat.self),
                help: "Convert to png, jpeg or webp; drawings get the width of --size"),
            Option("jobs", "j", value: "N", help: "Download N files at once (6)"),
            Option("max-size", value: "SIZE", help: "Download no file larger than SIZE, such as 20M (4G)"),
            Option("archive", help: "Skip files downloaded before with --archive, wherever they are now"),
            Option("embed-credit", help: "Also write the credit into JPEG, PNG and WebP files"),
        ]
    }

    private static let usualJobs = 6

    init(_ arguments: Arguments, _ configuration: Configuration, _ results: NamedResults) throws {
        try self.init(
            arguments, configuration, source: try Self.source(arguments, configuration, results),
            format: try arguments.choice("format", as: Format.self) ?? .table)
    }

    init(
        _ arguments: Arguments, _ configuration: Configuration, source: Source, format: Format
    ) throws {
        self.source = source
        self.format = format
        selection = FileSelection(
            try Self.size(arguments.value("size"), pixelRatio: arguments.value("pixel-ratio")),
            as: try arguments.choice("convert", as: FileFormat.self))
        let defaults = configuration.defaults(for: .get)
        folder = try Self.folder(arguments, defaults)
        template = try FileNameTemplate(arguments.value("name") ?? defaults.name ?? FileNameTemplate.usual)
        jobs = try arguments.integer("jobs", in: 1...64) ?? Self.usualJobs
        greatestByteCount = try Self.byteCount(arguments.value("max-size"))
        isTrial = arguments.has("dry-run")
        usesArchive = arguments.has("archive")
        embedsCredit = arguments.has("embed-credit")
        isQuiet = arguments.has("quiet")
    }

    private static func source(
        _ arguments: Arguments, _ configuration: Configuration, _ results: NamedResults
    ) throws -> Source {
        let (words, query, file) = (arguments.words, arguments.value("query"), arguments.value("from"))
        guard [!words.isEmpty, query != nil, file != nil].count(where: \.self) == 1 else {
            throw CommandError.usage(
                "Name what to download by one of these: numbers of the last search, IDs, --query TEXT, --from FILE, or - for standard input."
            )
        }
        let known = configuration.providers.map(\.id)
        if let query {
            return .query(
                try SearchArguments(
                    arguments, text: query, defaults: configuration.defaults(for: .get), known: known))
        }
        guard !arguments.has("limit") else { throw CommandError.usage("--limit works only with --query.") }
        if let file { return .lines(file) }
        if words == ["-"] { return .lines("-") }
        do throws(CommandError) {
            return .ids(try results.ids(words))
        } catch {
            let isText = try words.allSatisfy { try !$0.contains(":") && NamedResults.numbers($0) == nil }
            guard isText else { throw error }
            throw CommandError.usage(
                "\(error) To download the results of a search: --query '\(words.joined(separator: " "))'.")
        }
    }

    /// The folder to save files in. A folder from another person's file must not be a link to somewhere else.
    static func folder(_ arguments: Arguments, _ defaults: CommandDefaults) throws(CommandError) -> String {
        if let folder = arguments.value("to") { return folder }
        guard let folder = defaults.folder else { return "." }
        guard !folder.isConfined || folder.isInThisFolder else {
            throw CommandError.failure(
                "\(folder.path.onOneLine) is outside the folder of the configuration that names it; use --to."
            )
        }
        return folder.path
    }

    static func size(_ text: String?, pixelRatio: String?) throws(CommandError) -> FileSize {
        guard let text else {
            guard pixelRatio == nil else {
                throw CommandError.usage("--pixel-ratio works only with --size WIDTHx.")
            }
            return .usual
        }
        let ratio = try pixelRatio.map(Self.pixelRatio)
        guard let size = FileSize(text, pixelRatio: ratio) else {
            if FileSize(text) != nil {
                throw CommandError.usage("--pixel-ratio works only with --size WIDTHx.")
            }
            throw CommandError.unknown("size", text, among: FileSize.roles.map(\.rawValue) + ["800x"])
        }
        return size
    }

    private static func pixelRatio(_ text: String) throws(CommandError) -> Double {
        guard let ratio = Double(text), URLTemplate.pixelRatios.contains(ratio) else {
            throw CommandError.usage("--pixel-ratio takes a number from 0.5 to 10, not \"\(text)\".")
        }
        return ratio
    }

    private static func byteCount(_ text: String?) throws(CommandError) -> Int {
        guard let text else { return Downloader.usualLimit }
        guard let count = ByteCount.read(text) else {
            throw CommandError.usage("--max-size takes a size such as 500k, 20M or 4G, not \"\(text)\".")
        }
        return count
    }

    /// The steps for a complete file. The credit is embedded in the converted file.
    func finishingSteps(_ conversion: ImageConversion?) -> [any FinishingStep] {
        let steps: [(any FinishingStep)?] = [conversion, embedsCredit ? CreditEmbedding() : nil]
        return steps.compactMap(\.self)
    }

    /// The conversion of the files, once it is known to work.
    func conversion(by pool: @autoclosure () throws -> ImagePool) async throws -> ImageConversion? {
        guard let format = selection.format else { return nil }
        let conversion = ImageConversion(to: format, by: try pool())
        do throws(ImageError) { try await conversion.check() } catch {
            let reason = Advice.sentence(on: error)
            throw CommandError.failure(
                "Nothing was downloaded, because files cannot be converted: \(reason).")
        }
        return conversion
    }
}
