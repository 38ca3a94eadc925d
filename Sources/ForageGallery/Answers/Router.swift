internal import Forage
internal import ForageCore
internal import ForageFormats
internal import HTTPServer
internal import JSON

/// Carries out requests.
struct Router: Sendable {
    let current: CurrentForage
    let searches: Searches
    let lists: ListHandler
    let providers: ProviderHandler
    let pictures: PictureHandler
    let sounds: SoundHandler
    let files: FileHandler
    let feeds: FeedHandler
    let collections: CollectionHandler
    /// The members that the page needs of each item in addition to its own.
    let addition: ItemAddition
    /// True if the services are simulated on this machine, so that no keys are needed.
    let isPlayed: Bool
    /// True if the gallery will have the same address the next time.
    let isLasting: Bool
    let metrics: Metrics

    private var forage: Forage { current.value }

    /// Answers a request. Available responses are returned immediately, because a page consists of many pictures.
    func answer(_ request: HTTPServerRequest, to match: RouteMatch) throws(HTTPProblem) -> RouterAnswer {
        let parameters = try Parameters(request, of: match.route)
        let headers = request.headers
        return switch match.route {
        case .page: .ready(try PageText.response(to: headers, isLasting: isLasting))
        case .asset: .ready(try file(match.name, headers))
        case .worker: .ready(PageFiles.worker.response(to: headers))
        case .picture: try pictures.answer(headers, match.name, wide: parameters.integer(.width))
        case .sound: try sounds.answer(headers, match.name)
        case .search:
            list(headers) { () throws(HTTPProblem) in try ListRequest(searching: parameters, forage) }
        case .browse:
            list(headers) { () throws(HTTPProblem) in try ListRequest(browsing: parameters, forage) }
        case .item: .later { () throws(HTTPProblem) in try await item(match.name).response(to: headers) }
        case .credit:
            .later { () throws(HTTPProblem) in try await credit(of: match.name).response(to: headers) }
        case .taking:
            .later { () throws(HTTPProblem) in
                try files.take(
                    try await found(match.name), size: parameters.text(.size),
                    format: parameters.text(.format),
                    embedsCredit: try parameters.flag(.embed), headers)
            }
        case .zip:
            .later { () throws(HTTPProblem) in
                try files.collect(try ZipOrder(request.body, parameters), headers) {
                    (id) async throws(HTTPProblem) in try await found(id)
                }
            }
        case .file: .later { () throws(HTTPProblem) in try files.handOut(match.name, headers) }
        case .feed:
            .later { () throws(HTTPProblem) in try feeds.feed(match.name, headers).response(to: headers) }
        case .collections:
            .later { () throws(HTTPProblem) in try collections.list().response(to: headers) }
        case .collection:
            .later { () throws(HTTPProblem) in try collections.items(of: match.name).response(to: headers) }
        case .collecting:
            .later { () throws(HTTPProblem) in
                try collections.change(match.name, by: request).response(to: headers)
            }
        case .providers: .later { await providers.list(for: request).response(to: headers) }
        case .change:
            .later { () throws(HTTPProblem) in
                try await providers.change(match.name, by: request).response(to: headers)
            }
        case .suggestions: try suggestions(request, parameters)
        case .health: .later { await Health(of: forage, needsKeys: !isPlayed).response }
        case .metrics: .later { figures }
        case .description: .later { ServiceDescription.content.response(to: headers) }
        }
    }

    /// Serves a file of the page. The address of another version leads to the current one.
    private func file(_ path: String, _ headers: HTTPFields) throws(HTTPProblem) -> HTTPServerResponse {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        guard let file = PageFiles.named(name) else {
            throw HTTPProblem(404, "The page has no file \(path.prefix(200)).")
        }
        let address = "\(PageFiles.folder)/\(name)"
        guard "/assets/\(path)" == address else {
            return HTTPServerResponse(
                status: 307, headers: ["Location": address, "Cache-Control": "no-cache"])
        }
        return file.response(to: headers, keeping: "private, max-age=31536000, immutable")
    }

    private var figures: HTTPServerResponse {
        HTTPServerResponse(
            headers: ["Content-Type": OpenMetricsText.mediaType, "Cache-Control": "no-store"],
            body: .bytes(Array(metrics.text(forage.traffic).utf8)))
    }
}

extension Router {
    /// All properties of one item.
    func item(_ text: String) async throws(HTTPProblem) -> Content {
        Content(json: JSONReport(adding: addition).text(of: try await found(text)))
    }

    /// The credit of an item in every form.
    func credit(of text: String) async throws(HTTPProblem) -> Content {
        let (item, view) = (try await found(text), CreditView())
        return Content(
            json: JSONWriter.objectText { writer in
                for form in CreditView.Form.allCases {
                    let lines = view.text(of: item, as: form).split(separator: "\n")
                    writer.member(form.rawValue, lines.joined(separator: "\n"))
                }
            })
    }

    /// The item with this id.
    func found(_ text: String) async throws(HTTPProblem) -> Item {
        let providers = forage.configuration.providers
        guard let id = ItemID(typed: text), providers.contains(where: { $0.id == id.provider }) else {
            throw HTTPProblem(
                404, "“\(text.prefix(200))” is not the ID of a result; search results contain IDs.")
        }
        let (item, outcome) = await forage.item(id)
        metrics.note(outcome)
        if let item { return item }
        if outcome.result == .empty { throw HTTPProblem(404, id.absence) }
        let words = StatusReport(terminal: nil, providers: providers).text(of: outcome)
        throw HTTPProblem(503, words.onOneLine.withSingleSpaces)
    }
}

extension Router {
    /// Returns a complete list, or events for a client that accepts them. If the client disconnects, the search ends.
    private func list(
        _ headers: HTTPFields, _ request: @escaping @Sendable () throws(HTTPProblem) -> ListRequest
    ) -> RouterAnswer {
        .later { () throws(HTTPProblem) in
            let wanted = try request()
            return ServerSentEvents.areWanted(by: headers)
                ? stream(wanted, headers) : try await lists.list(wanted).response(to: headers)
        }
    }

    private func stream(_ wanted: ListRequest, _ headers: HTTPFields) -> HTTPServerResponse {
        ServerSentEvents.response(to: headers) { [searches, addition, metrics] writer in
            try await metrics.countingStream {
                var wanted = wanted
                wanted.query.publishesList = true
                var lines = ListLines(
                    of: wanted.query, SearchLines(adding: addition), withAllEvents: true)
                for await event in searches.events(of: wanted) {
                    let told = lines.lines(of: event).map { ServerSentEvents.event($0.event, $0.json) }
                    try await writer.write(told.joined())
                }
            }
        }
    }
}

extension Router {
    /// Completes words with phrases of results of earlier searches, which only this machine may know.
    private func suggestions(
        _ request: HTTPServerRequest, _ parameters: Parameters
    ) throws(HTTPProblem) -> RouterAnswer {
        try OwnMachineRule.check(request)
        guard let text = parameters.text(.words), !text.isEmpty else {
            throw HTTPProblem(400, "Give the beginning of a query, as in /api/v1/suggestions?q=ow.")
        }
        let forage = forage
        return .later {
            let found = await forage.completions(of: text, within: .milliseconds(300))
            let json = JSONWriter.objectText { writer in
                writer.member("version", 1)
                writer.member("suggestions", all: found) { $0.string($1) }
            }
            return Content(json: json).response(to: request.headers)
        }
    }
}

/// The response to a request, or the work that creates it.
enum RouterAnswer: Sendable {
    /// The response is available.
    case ready(HTTPServerResponse)
    /// The response requires a request, a computation or file access.
    case later(@Sendable () async throws(HTTPProblem) -> HTTPServerResponse)
}
