/// The routes of the gallery: the only table of paths, parameters and responses. The client fills in the braces of a
/// path.
enum Route: String, CaseIterable, Sendable {
    case page, asset, search, browse, credit, taking, item, file, providers, picture, health, metrics,
        description

    var path: String { entry.path }
    var summary: String { entry.summary }
    /// The parameters of the query.
    var parameters: [Parameter] { entry.parameters }
    /// The responses to valid requests.
    var answers: [APIAnswer] { entry.answers }
    /// The statuses of errors.
    var problems: [Int] { ([400, 401, 403, 405, 413, 414, 429, 431, 500] + entry.problems).sorted() }

    var methods: [String] { self == .taking ? ["POST"] : ["GET", "HEAD"] }

    /// Indicates whether it is for browsers, whose addresses may contain additional parameters.
    var isForPeople: Bool { self == .page || self == .asset }

    /// A row of the table.
    private struct Entry {
        let path: String
        let summary: String
        var parameters: [Parameter] = []
        var answers: [APIAnswer] = []
        var problems = [503]

        init(
            _ path: String, _ summary: String, parameters: [Parameter] = [], answers: [APIAnswer] = [],
            problems: [Int] = [503]
        ) {
            self.path = path
            self.summary = summary
            self.parameters = parameters
            self.answers = answers
            self.problems = problems
        }
    }

    private var entry: Entry {
        switch self {
        case .page: Entry("/", "The page")
        case .asset: Entry("/assets/{name}", "A file of the page")
        case .search:
            Entry(
                "/api/v1/search",
                "Search all providers, or some; as events while they answer for who takes text/event-stream",
                parameters: [.query, .strict, .explain, .limit, .cursor, .page],
                answers: [.list, .unchanged])
        case .browse:
            Entry(
                "/api/v1/browse", "What is new or interesting, in the same form",
                parameters: [.day, .strict, .explain, .limit, .cursor] + Parameter.filters,
                answers: [.list, .unchanged])
        case .credit:
            Entry(
                "/api/v1/items/{id}/credit", "The credit that must stand beside a result, in every form",
                answers: [.json("The credit.", "Credit"), .unchanged], problems: [404, 503])
        case .taking:
            Entry(
                "/api/v1/items/{id}/file",
                "Takes the file of a result with leave of its service, and tells how it goes as events",
                parameters: [.size],
                answers: [
                    APIAnswer(200, "`progress`, then `done` or `failed`.", ["text/event-stream": .text])
                ],
                problems: [404, 406, 503])
        case .item:
            Entry(
                "/api/v1/items/{id}", "Everything known about one result",
                answers: [.json("The result.", "Item"), .unchanged], problems: [404, 503])
        case .file:
            Entry(
                "/files/{token}",
                "A file that was taken, to be saved; the last event of its taking says its address",
                answers: [.image(200, "The file."), .image(206, "A part of it.")], problems: [404, 416, 503])
        case .providers:
            Entry(
                "/api/v1/providers",
                "The providers: whether they are asked, what they lack, what they can do",
                answers: [.json("The providers.", "Providers"), .unchanged])
        case .picture:
            Entry(
                "/images/{token}", "A picture of a result; the results say its address", parameters: [.width],
                answers: [.image(200, "The picture."), .image(206, "A part of it."), .unchanged],
                problems: [404, 415, 416, 502, 503, 504])
        case .health:
            Entry(
                "/healthz", "Whether anybody can be asked, and whether answers can be kept",
                answers: [.json("Somebody can be asked.", "Health"), .unhealthy], problems: [])
        case .metrics:
            Entry(
                "/metrics", "What happened since the start, in figures",
                answers: [APIAnswer(200, "The figures.", ["application/openmetrics-text": .text])])
        case .description:
            Entry(
                "/api/openapi.json", "This document",
                answers: [APIAnswer(200, "The document.", ["application/json": .object]), .unchanged])
        }
    }
}
