internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import ForageSearch
internal import JSON
internal import Platform

extension Command {
    static let mcp = Command(
        "mcp", "Let an assistant search over the Model Context Protocol",
        options: [
            GetArguments.folderOption, SearchArguments.definitionOption, SearchArguments.noMeasureOption,
        ] + CacheArguments.options,
        discussion: """
            An assistant's program starts this command, which reads messages from standard input and writes
            answers to standard output, one line of JSON each (JSON-RPC 2.0), until its input ends. The tools
            are search, show, credit and get; tools/list describes their arguments and results. The get tool
            saves files, each with its credit, only in the folder that you name with --to. Your keys stay on
            this machine.
            """,
        examples: ["forage mcp --to ~/Pictures/forage", "forage --sandbox mcp"]
    ) { invocation in
        try invocation.arguments.refuseWords("forage mcp reads requests from standard input.")
        // An assistant gets no other folder than the one of the command line.
        let folder = invocation.arguments.value("to") ?? "."
        let configuration = try invocation.configuration()
        let lines = ClientLines(reader: try LineReader("-", upTo: ToolServer.Line.greatestByteCount))
        let pipes = invocation.pipes
        return try await invocation.withForage(
            configuration, seal: try invocation.cursorSeal(configuration), inMemory: true
        ) { forage in
            let server = ToolServer(
                name: "forage", title: "Forage", version: Version.current,
                instructions: """
                    Searches many sources of pictures and episodes at once. Show a result's attribution wherever \
                    you use the result. Do not reuse a result without a licence. get saves files in the folder \
                    that the user chose.
                    """,
                tools: AgentTools(forage, filesTo: folder).all)
            await invocation.interruption.cancelling {
                // If the client stops reading, its requests are still served until its input ends.
                await server.serve(lines) { _ = pipes.offer($0 + [UInt8(ascii: "\n")]) }
            }
            return .success
        }
    }
}

/// The lines that a client writes to standard input, as they arrive.
private struct ClientLines: AsyncSequence, AsyncIteratorProtocol {
    var reader: LineReader

    func makeAsyncIterator() -> ClientLines { self }

    mutating func next() async -> ToolServer.Line? { await next(isolation: #isolation) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> ToolServer.Line? {
        guard let line = await reader.next() else { return nil }
        let isWhole = line.byteCount <= ToolServer.Line.greatestByteCount
        return ToolServer.Line(bytes: Array(line.text.utf8), isWhole: isWhole)
    }
}

/// The tools that an assistant can use. Each does the work of the command of the same name and returns its JSON.
struct AgentTools: Sendable {
    private let forage: Forage
    private let folder: String

    /// - Parameters:
    ///   - forage: The Forage that does the work.
    ///   - folder: The folder for files, as the person named it; an assistant cannot change it.
    init(_ forage: Forage, filesTo folder: String) {
        self.forage = forage
        self.folder = folder
    }

    var all: [Tool] { [search, show, credit, get] }

    private var search: Tool {
        Tool(
            name: "search", title: "Search for pictures and episodes",
            description: """
                Searches many services at once for pictures, answers, episodes, films and sounds. The best \
                results come first, each with its licence and the credit that must be shown with it. A query \
                consists of words, "phrases", -words to exclude, and filters: \(Self.filters). The URLs of the \
                files are in renditions.
                """,
            arguments: [
                .init(
                    name: "query", form: .text, isRequired: true,
                    help: "For example: \"barn owl\" -tawny licence:commercial min:1200x800"),
                .init(name: "limit", form: .integer(1...50), help: "The maximum number of results (10)."),
                .init(
                    name: "cursor", form: .text,
                    help: "The value of \"next\" from the previous page, to get the page after it."),
                .init(
                    name: "strict", form: .flag,
                    help: "Skip services for which some filter cannot be applied."),
            ], output: OutputSchemas.whole("Report")
        ) { [self] in try await found($0) }
    }

    private var show: Tool {
        Tool(
            name: "show", title: "Show one result",
            description:
                "Returns everything known about one result: files with their sizes, date, place, tags, sources.",
            arguments: [Self.id], output: OutputSchemas.whole("Item")
        ) { [self] in try await item($0, nil) }
    }

    private var credit: Tool {
        Tool(
            name: "credit", title: "Credit a result",
            description:
                "Returns the credit to show with a result wherever it is used, as text, HTML and Markdown.",
            arguments: [Self.id], output: OutputSchemas.whole("Item")
        ) { [self] arguments in
            try await item(arguments, FieldSelection("id,title,pageURL,licence,attribution"))
        }
    }

    private var get: Tool {
        Tool(
            name: "get", title: "Download the file of a result",
            description: """
                Saves the picture of a result in the folder that the user chose, with its credit in a file \
                next to it. The service is asked for permission first. An existing file is not downloaded \
                again; a cancelled download resumes.
                """,
            arguments: [
                Self.id,
                .init(
                    name: "size", form: .text,
                    help:
                        "\(FileSize.roles.map(\.rawValue).listed), or a width such as 800x (\(FileSize.usual))."
                ),
            ], output: Self.fileSchema, effect: .adds
        ) { [self] arguments in
            try await got(try id(arguments), GetArguments.size(arguments.text("size"), pixelRatio: nil))
        }
    }

    private static let id = Tool.Argument(
        name: "id", form: .text, isRequired: true,
        help: "The id of a search result, such as flickr:53123456701.")

    /// The schema of a downloaded file; the other JSON output is described in one place for all commands.
    private static let fileSchema = String(decoding: PackageResources.file_schema_json, as: UTF8.self)

    private static let filters = QueryField.all.map { "\($0.name):" }.joined(separator: " ")
}

extension ToolResult {
    static func object(_ text: String) -> ToolResult { .object(Array(text.utf8)) }
}

extension AgentTools {
    private func found(_ arguments: ToolArguments) async throws -> ToolResult {
        let query = try Query(
            parsing: arguments.text("query") ?? "", knowing: forage.configuration.providers.map(\.id),
            isStrict: arguments.flag("strict"), limit: arguments.integer("limit") ?? Self.usualLimit)
        let cursor = try arguments.text("cursor").map { try forage.cursor($0, for: query) }
        let events = forage.search(query, at: cursor.map(Forage.ListPlace.cursor) ?? .start)
        guard let report = await events.report else { return .failure("The search was cancelled.") }
        guard ExitCode(report.outcomes) != .failure else {
            return .failure(status.text(of: report).onOneLine)
        }
        return .object(OutputFormat.json.writer(fields: try FieldSelection(Self.fields)).text(of: report))
    }

    /// The ID of the result in a tool's arguments.
    private func id(_ arguments: ToolArguments) throws(CommandError) -> ItemID {
        let text = arguments.text("id") ?? ""
        guard let id = ItemID(typed: text) else {
            throw CommandError.usage(
                "\"\(text.onOneLine)\" is not an id; use an id from the results of search, such as flickr:53123456701."
            )
        }
        try id.provider.check(among: forage.configuration.providers.map(\.id))
        return id
    }

    private func item(_ arguments: ToolArguments, _ fields: FieldSelection?) async throws -> ToolResult {
        let id = try id(arguments)
        let (item, outcome) = await forage.item(id)
        guard let item else {
            return .failure(outcome.result == .empty ? id.absence : status.text(of: outcome).onOneLine)
        }
        return .object(OutputFormat.json.writer(fields: fields).text(of: item))
    }

    private var status: StatusReport {
        StatusReport(terminal: nil, providers: forage.configuration.providers, steps: .command)
    }

    private static let usualLimit = 10

    /// The fields that help to choose a result and to use it; `show` returns the rest.
    private static let fields =
        "id,kind,title,summary,pageURL,creator,licence,attribution.text,publishedAt,seconds,size,renditions"
}

extension AgentTools {
    /// Gets the file of a result as `forage get` does. The folder is searched again each time, because a person may
    /// have tidied it up in the meantime.
    private func got(_ id: ItemID, _ size: FileSize) async throws -> ToolResult {
        let template = try FileNameTemplate(FileNameTemplate.usual)
        let target: DownloadFolder
        do throws(DownloadError) { target = try DownloadFolder(folder, naming: template) } catch {
            return .failure("Nothing was downloaded: \(error.description.onOneLine).")
        }
        let getter = FileGetter(
            forage.downloader(), authorizer: forage.downloadAuthorizer, into: target,
            selection: FileSelection(size))
        let run = GetRun(forage: forage, getter: getter, timeout: nil, folder: target.root, pool: nil)
        let result = await run.result(of: .id(id))
        switch result.ending {
        case .saved(let file): return saved(result, at: "\(target.root)/\(file.path)")
        case .there(let path): return saved(result, at: "\(target.root)/\(path)")
        case .failed(let failure):
            return .failure("\(id) was not downloaded: \(failure.description.onOneLine).")
        case .alreadyRequested, .alreadySaved, .planned: return .failure("\(id) was not downloaded.")
        }
    }

    /// The result for a file that exists already, from its credit record and its first bytes.
    private func saved(_ result: GetResult, at path: String) -> ToolResult {
        guard let record = CreditRecord(nextToFile: path) else {
            return .failure("\(path.onOneLine) has no readable credit; get the result again.")
        }
        return .object(
            JSONWriter.objectText { writer in
                writer.member("version", 1)
                writer.member("id", result.name)
                writer.member("result", result.word)
                writer.member("file", path)
                writer.member("type", record.mediaType)
                writer.member("bytes", record.byteCount)
                if let size = pixelSize(at: path) {
                    writer.object("size") { writer in
                        writer.member("width", size.width)
                        writer.member("height", size.height)
                    }
                }
                writer.member("credit", record.credits.map(\.text).joined(separator: "\n"))
            })
    }

    private func pixelSize(at path: String) -> PixelSize? {
        guard let file = try? LocalFile(path, upTo: PictureStart.greatestByteCount, pipes: false),
            case .size(let size) = PictureStart.read(file.bytes, isWhole: file.isWhole)
        else { return nil }
        return size
    }
}
