internal import Forage
internal import ForageCore
internal import ForageFormats
internal import HTTPServer
internal import JSON

/// Does what a request wants.
struct Desk: Sendable {
    let forage: Forage
    let searches: Searches
    let lists: ListDesk
    let pictures: PictureDesk
    let files: FileDesk
    /// What the page needs of each item beside what it says.
    let addition: ItemAddition
    /// Whether the services are played on this machine, which takes no keys.
    let isPlayed: Bool
    let metrics: Metrics

    /// What lies ready is handed over at once, because a page is made of many pictures.
    func answer(_ request: HTTPServerRequest, at route: Route) throws(HTTPProblem) -> DeskAnswer {
        let parameters = try Parameters(request, of: route.place)
        let headers = request.headers
        return switch route.place {
        case .page: .ready(try file("index.html").response(to: headers))
        case .asset: .ready(try file(route.name).response(to: headers))
        case .picture: try pictures.answer(headers, route.name, wide: parameters.integer(.width))
        case .search:
            .later { () throws(HTTPProblem) in
                try await list(ListRequest(searching: parameters, forage), headers)
            }
        case .browse:
            .later { () throws(HTTPProblem) in
                try await list(ListRequest(browsing: parameters, forage), headers)
            }
        case .item: .later { () throws(HTTPProblem) in try await item(route.name).response(to: headers) }
        case .credit:
            .later { () throws(HTTPProblem) in try await credit(of: route.name).response(to: headers) }
        case .taking:
            .later { () throws(HTTPProblem) in
                try files.take(try await found(route.name), size: parameters.text(.size), headers)
            }
        case .file: .later { () throws(HTTPProblem) in try files.handOut(route.name, headers) }
        case .providers: .later { await providers.response(to: headers) }
        case .health: .later { await Health(of: forage, needsKeys: !isPlayed).response }
        case .metrics: .later { figures }
        case .description: .later { ServiceDescription.content.response(to: headers) }
        }
    }

    private func file(_ name: String) throws(HTTPProblem) -> Content {
        guard let file = PageFiles.named(name) else {
            throw HTTPProblem(404, "The page has no file \(name.prefix(200)).")
        }
        return file
    }

    private var figures: HTTPServerResponse {
        HTTPServerResponse(
            headers: ["Content-Type": OpenMetricsText.mediaType, "Cache-Control": "no-store"],
            body: .bytes(Array(metrics.text(forage.traffic).utf8)))
    }
}

extension Desk {
    /// Everything known about one item.
    func item(_ text: String) async throws(HTTPProblem) -> Content {
        Content(json: JSONReport(adding: addition).text(of: try await found(text)))
    }

    /// The credit of an item in every form.
    func credit(of text: String) async throws(HTTPProblem) -> Content {
        let (item, view) = (try await found(text), CreditView())
        return Content(
            json: JSONWriter.text { writer in
                writer.object { writer in
                    for form in CreditView.Form.allCases {
                        let lines = view.text(of: item, as: form).split(separator: "\n")
                        writer.member(form.rawValue, lines.joined(separator: "\n"))
                    }
                }
            })
    }

    /// The item with this id.
    func found(_ text: String) async throws(HTTPProblem) -> Item {
        let providers = forage.configuration.providers
        guard let id = ItemID(typed: text), providers.contains(where: { $0.id == id.provider }) else {
            throw HTTPProblem(404, "“\(text.prefix(200))” is the id of no result; search has them.")
        }
        let (item, outcome) = await forage.item(id)
        metrics.note(outcome)
        if let item { return item }
        if outcome.result == .empty { throw HTTPProblem(404, id.absence) }
        let words = StatusReport(terminal: nil, providers: providers).text(of: outcome)
        throw HTTPProblem(503, words.onOneLine.withSingleSpaces)
    }
}

extension Desk {
    /// A list at once, or as it comes to whoever takes events. Whoever goes away ends the search.
    func list(
        _ wanted: ListRequest, _ headers: HTTPFields
    ) async throws(HTTPProblem) -> HTTPServerResponse {
        ServerSentEvents.areWanted(by: headers)
            ? stream(wanted) : try await lists.list(wanted).response(to: headers)
    }

    private func stream(_ wanted: ListRequest) -> HTTPServerResponse {
        ServerSentEvents.response { [forage, searches, addition, metrics] writer in
            try await metrics.countingStream {
                var lines = ListLines(
                    of: wanted.query,
                    forage.configuration.listSoFar(
                        of: wanted.query, at: wanted.place, upTo: wanted.query.limit),
                    SearchLines(adding: addition), tellingEverything: true)
                for await event in searches.events(of: wanted) {
                    let told = lines.lines(of: event).map { ServerSentEvents.event($0.event, $0.json) }
                    try await writer.write(told.joined())
                }
            }
        }
    }
}

extension Desk {
    /// Every provider: whether it is asked, what it lacks, what it can do.
    var providers: Content {
        get async {
            let configuration = forage.configuration
            let view = ProvidersView(
                .json, standings: await forage.standings, faults: configuration.refusedDefinitions,
                needsKeys: !isPlayed)
            return Content(json: view.text(of: configuration.providers))
        }
    }
}

/// What the desk has for a request.
enum DeskAnswer: Sendable {
    /// It lies there.
    case ready(HTTPServerResponse)
    /// Something has to be asked, made or read from a disk first.
    case later(@Sendable () async throws(HTTPProblem) -> HTTPServerResponse)
}
