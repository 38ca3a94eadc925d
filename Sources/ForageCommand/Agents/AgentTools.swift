internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import ForageSearch

/// What an assistant can have done: what the commands of these names do, with what they would write as JSON.
struct AgentTools: Sendable {
    private let forage: Forage
    private let files: AgentFiles

    /// - Parameters:
    ///   - forage: Who does it.
    ///   - folder: Where files are put, as a person said; an assistant has no say in that.
    init(_ forage: Forage, filesTo folder: String) {
        self.forage = forage
        files = AgentFiles(forage: forage, folder: folder)
    }

    var all: [Tool] { [search, show, credit, get] }

    private var search: Tool {
        Tool(
            "search", title: "Search for pictures and episodes",
            description: """
                Searches many services at once for photos, drawings, answers, topics and episodes, best first, \
                each with its licence and the credit that must stand beside it. A query has words, "phrases", \
                -words to leave out, and filters: \(Self.filters). Addresses of the files are in renditions.
                """,
            input: InputSchema([
                .init(
                    "query", .text, isRequired: true,
                    "Such as: \"barn owl\" -tawny licence:commercial min:1200x800"),
                .init("limit", .integer(1...50), "How many results (10)."),
                .init("cursor", .text, "The \"next\" of the results before, to go on behind them."),
                .init("strict", .flag, "Leave out services that cannot hold their results to every filter."),
            ]), output: OutputSchemas.report()
        ) { [self] in try await found($0) }
    }

    private var show: Tool {
        Tool(
            "show", title: "Show one result",
            description:
                "Everything known of one result: files with their sizes, date, place, tags, sources.",
            input: Self.id, output: OutputSchemas.item()
        ) { [self] arguments in
            try await item(arguments, nil)
        }
    }

    private var credit: Tool {
        Tool(
            "credit", title: "Credit a result",
            description:
                "The credit to paste beside a result wherever it is used, as text, HTML and Markdown.",
            input: Self.id, output: OutputSchemas.item()
        ) { [self] arguments in
            try await item(arguments, FieldSelection("id,title,pageURL,licence,attribution"))
        }
    }

    private var get: Tool {
        Tool(
            "get", title: "Get the file of a result",
            description: """
                Saves the picture of a result in the folder that the person chose, with its credit in a file \
                beside it. The service is asked for leave first. What is there already is not got again; what \
                was cancelled goes on where it was.
                """,
            input: InputSchema([
                Self.idValue,
                .init(
                    "size", .text, "\(FileSize.roles.listed), or a width such as 800x (\(FileSize.usual))."),
            ]), output: AgentSchemas.file, effect: .adds
        ) { [self] arguments in
            try await files.get(try id(arguments), GetArguments.size(arguments.text("size"), pixelRatio: nil))
        }
    }

    private static let id = InputSchema([idValue])
    private static let idValue = InputSchema.Value(
        "id", .text, isRequired: true, "The id of a result of search, such as flickr:53123456701.")

    private static let filters = QueryField.all.map { "\($0.name):" }.joined(separator: " ")
}

extension ToolResult {
    static func object(_ text: String) -> ToolResult { .object(Array(text.utf8)) }
}

/// What a tool alone gives; the rest of what is written for programs is described in one place for all.
enum AgentSchemas {
    /// A file that was got.
    static let file = """
        {
          "type": "object",
          "required": ["version", "id", "result", "file", "type", "bytes", "credit"],
          "properties": {
            "version": { "const": 1 },
            "id": { "type": "string" },
            "result": { "enum": ["saved", "resumed", "there"], "description": "there: it was there already." },
            "file": { "type": "string", "description": "Its path; NAME.credit.json lies beside it." },
            "type": { "type": "string", "description": "Its media type." },
            "bytes": { "type": "integer" },
            "size": {
              "type": "object",
              "required": ["width", "height"],
              "properties": { "width": { "type": "integer" }, "height": { "type": "integer" } },
              "description": "In pixels; missing where the file does not say."
            },
            "credit": { "type": "string", "description": "The credit that must stand beside it." }
          }
        }
        """
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
        return .object(try json(Self.fields).text(of: report))
    }

    /// The result that is meant.
    private func id(_ arguments: ToolArguments) throws(CommandError) -> ItemID {
        let text = arguments.text("id") ?? ""
        let names = forage.configuration.providers.map(\.id.name)
        guard let id = ItemID(typed: text) else {
            throw CommandError.usage(
                "\"\(text.onOneLine)\" is not an id; search has them, such as flickr:53123456701.")
        }
        guard names.contains(id.provider.name) else {
            throw CommandError.unknown("provider", id.provider.name, among: names)
        }
        return id
    }

    private func item(_ arguments: ToolArguments, _ fields: FieldSelection?) async throws -> ToolResult {
        let id = try id(arguments)
        let (item, outcome) = await forage.item(id)
        guard let item else {
            return .failure(
                outcome.result == .empty
                    ? id.absence
                    : status.text(of: outcome).onOneLine)
        }
        return .object(json(fields).text(of: item))
    }

    private func json(_ fields: FieldSelection?) -> any ReportFormat {
        OutputFormat.json.writer(fields: fields)
    }

    private var status: StatusReport {
        StatusReport(terminal: nil, providers: forage.configuration.providers, steps: .command)
    }

    private static let usualLimit = 10

    /// What it takes to choose a result and to use it; the rest is for `show`.
    private static var fields: FieldSelection {
        get throws {
            try FieldSelection(
                "id,kind,title,summary,pageURL,creator,licence,attribution.text,publishedAt,seconds,size,renditions"
            )
        }
    }
}

extension [Rendition.Role] {
    fileprivate var listed: String { map(\.rawValue).joined(separator: ", ") }
}
