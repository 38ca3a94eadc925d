/// The routes of the gallery: the only table of paths, parameters and responses. The client fills in the braces of a
/// path.
enum Route: String, CaseIterable, Sendable {
    case page, asset, worker, search, browse, credit, taking, item, zip, file, feed, collections, collecting,
        collection, providers, change,
        suggestions, picture, sound, health,
        metrics,
        description

    var path: String { entry.path }
    var summary: String { entry.summary }
    /// The parameters of the query.
    var parameters: [Parameter] { entry.parameters }
    /// The responses to valid requests.
    var answers: [APIAnswer] { entry.answers }
    /// The statuses of errors.
    var problems: [Int] { ([400, 401, 403, 405, 413, 414, 429, 431, 500] + entry.problems).sorted() }

    /// The schema of the request's body; nil if it has none.
    var body: APISchema? { entry.body }

    var methods: [String] {
        [.taking, .zip, .change, .collecting].contains(self) ? ["POST"] : ["GET", "HEAD"]
    }

    /// Indicates whether it is for browsers, whose addresses may contain additional parameters.
    var isForPeople: Bool { [.page, .asset, .worker].contains(self) }

    /// A row of the table.
    private struct Entry {
        let path: String
        let summary: String
        var parameters: [Parameter] = []
        var body: APISchema?
        var answers: [APIAnswer] = []
        var problems = [503]

        init(
            _ path: String, _ summary: String, parameters: [Parameter] = [], body: APISchema? = nil,
            answers: [APIAnswer] = [], problems: [Int] = [503]
        ) {
            self.path = path
            self.summary = summary
            self.parameters = parameters
            self.body = body
            self.answers = answers
            self.problems = problems
        }
    }

    private var entry: Entry {
        switch self {
        case .page: Entry("/", "The page")
        case .asset: Entry("/assets/{name}", "A file of the page")
        case .worker: Entry("/sw.js", "The script that shows the page while the gallery cannot be reached")
        case .search:
            Entry(
                "/api/v1/search",
                "Search all or some providers; with Accept: text/event-stream, as events while they answer",
                parameters: [.query, .strict, .explain, .limit, .cursor, .page],
                answers: [.list, .unchanged])
        case .browse:
            Entry(
                "/api/v1/browse", "New and interesting items, in the same format",
                parameters: [.day, .strict, .explain, .limit, .cursor] + Parameter.filters,
                answers: [.list, .unchanged])
        case .credit:
            Entry(
                "/api/v1/items/{id}/credit", "The credit that must be shown with a result, in every format",
                answers: [.json("The credit.", "Credit"), .unchanged], problems: [404, 503])
        case .taking:
            Entry(
                "/api/v1/items/{id}/file",
                "Download the file of a result with permission of its service, with the progress as events",
                parameters: [.size, .format, .embed],
                answers: [
                    APIAnswer(200, "`progress`, then `done` or `failed`.", ["text/event-stream": .text])
                ],
                problems: [404, 406, 503])
        case .item:
            Entry(
                "/api/v1/items/{id}", "Everything known about a result",
                answers: [.json("The result.", "Item"), .unchanged], problems: [404, 503])
        case .zip:
            Entry(
                "/api/v1/zip",
                "Collect the files of several results and their credits in a ZIP file, with the progress as events",
                parameters: [.use, .reserved, .size, .format, .embed], body: .named("Picks"),
                answers: [
                    APIAnswer(
                        200, "`progress`, then `done` or `failed`, which name the files that are missing.",
                        ["text/event-stream": .text])
                ],
                problems: [406, 503])
        case .file:
            Entry(
                "/files/{token}",
                "A downloaded file, its credit or a ZIP file, to be saved; the last event of the download contains the addresses",
                answers: [
                    APIAnswer(
                        200, "The file.",
                        ["image/*": .bytes, "application/zip": .bytes, "application/json": .object]),
                    .image(206, "A part of it."),
                ], problems: [404, 416, 503])
        case .feed:
            Entry(
                "/feed/{name}.atom", "The last results that a saved search found",
                answers: [
                    APIAnswer(200, "The feed.", ["application/atom+xml": .text]), .unchanged,
                ],
                problems: [404, 503])
        case .collections:
            Entry(
                "/api/v1/collections", "The collections of results, with the number of results in each",
                answers: [.json("The collections.", "Collections"), .unchanged])
        case .collecting:
            Entry(
                "/api/v1/collections/{name}/items",
                "Put results into a collection, which is created by that, or take them out",
                body: .named("Collecting"), answers: [.json("The collections.", "Collections"), .unchanged],
                problems: [415, 503])
        case .collection:
            Entry(
                "/api/v1/collections/{name}",
                "The IDs of the results in a collection; they can be sent to /api/v1/zip",
                answers: [.json("The collection.", "Collection"), .unchanged], problems: [404, 503])
        case .providers:
            Entry(
                "/api/v1/providers",
                "The providers: whether they can be asked, what they lack and what they can do",
                answers: [.json("The providers.", "Providers"), .unchanged])
        case .change:
            Entry(
                "/api/v1/providers/{id}",
                "Turn a provider on or off, store a key of it, or end its pause after failures; only from this machine",
                body: .named("Change"), answers: [.json("The providers.", "Providers"), .unchanged],
                problems: [404, 409, 415, 503])
        case .suggestions:
            Entry(
                "/api/v1/suggestions",
                "Phrases of results of earlier searches that a query may become; only from this machine",
                parameters: [.words], answers: [.json("The phrases.", "Suggestions"), .unchanged])
        case .picture:
            Entry(
                "/images/{token}", "A picture of a result; the results contain its address",
                parameters: [.width],
                answers: [.image(200, "The picture."), .image(206, "A part of it."), .unchanged],
                problems: [404, 415, 416, 502, 503, 504])
        case .sound:
            Entry(
                "/media/{token}", "The sound of a result, in parts; the results contain its address",
                answers: [.sound(200, "The sound."), .sound(206, "A part of it.")],
                problems: [404, 415, 416, 502, 503, 504])
        case .health:
            Entry(
                "/healthz", "Whether any provider can be asked, and whether answers can be cached",
                answers: [.json("At least one provider can be asked.", "Health"), .unhealthy], problems: [])
        case .metrics:
            Entry(
                "/metrics", "Statistics since the start",
                answers: [APIAnswer(200, "The statistics.", ["application/openmetrics-text": .text])])
        case .description:
            Entry(
                "/api/openapi.json", "This document",
                answers: [APIAnswer(200, "The document.", ["application/json": .object]), .unchanged])
        }
    }
}

/// The route of a path, and the text in place of its braces.
struct RouteMatch: Hashable, Sendable {
    let route: Route
    /// The text in place of the braces; empty if the route's path has none.
    let name: String

    init(_ route: Route, _ name: String = "") {
        self.route = route
        self.name = name
    }

    /// - Parameter path: A path, decoded once.
    init?(_ path: String) {
        for pattern in Self.patterns {
            if let name = pattern.filling(of: path) {
                self.init(pattern.route, name)
                return
            }
        }
        return nil
    }

    private static let patterns = Route.allCases.map(Pattern.init)

    /// A route's path, split at its braces.
    private struct Pattern {
        let route: Route
        private let start: [UInt8]
        /// The bytes after the braces; nil if there are none.
        private let end: [UInt8]?

        init(_ route: Route) {
            self.route = route
            // The path is compared as bytes: a combining mark after a slash would hide it among characters.
            let path = route.path.utf8
            start = Array(path.prefix { $0 != UInt8(ascii: "{") })
            end = path.lastIndex(of: UInt8(ascii: "}")).map { Array(path[$0...].dropFirst()) }
        }

        /// The text in place of the braces, which may contain slashes; nil if the rest differs.
        func filling(of path: String) -> String? {
            let path = path.utf8
            guard let end else { return path.elementsEqual(start) ? "" : nil }
            guard path.count > start.count + end.count, path.starts(with: start),
                path.suffix(end.count).elementsEqual(end)
            else { return nil }
            return String(decoding: path.dropFirst(start.count).dropLast(end.count), as: UTF8.self)
        }
    }
}
