internal import Forage
internal import ForageFormats
internal import HTTPServer

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
    func answer(_ request: HTTPServerRequest, at route: Route) throws(Problem) -> DeskAnswer {
        let parameters = try Parameters(request, of: route.place)
        let headers = request.headers
        return switch route.place {
        case .page: .ready(try file("index.html").response(to: headers))
        case .asset: .ready(try file(route.name).response(to: headers))
        case .picture: try pictures.answer(headers, route.name, wide: parameters.integer(.width))
        case .search:
            .later { () throws(Problem) in try await list(ListRequest(searching: parameters, forage), headers)
            }
        case .browse:
            .later { () throws(Problem) in try await list(ListRequest(browsing: parameters, forage), headers)
            }
        case .item: .later { () throws(Problem) in try await item(route.name).response(to: headers) }
        case .credit: .later { () throws(Problem) in try await credit(of: route.name).response(to: headers) }
        case .taking:
            .later { () throws(Problem) in
                try files.take(try await found(route.name), size: parameters.text(.size), headers)
            }
        case .file: .later { () throws(Problem) in try files.handOut(route.name, headers) }
        case .providers: .later { await providers.response(to: headers) }
        case .health: .later { await Health(of: forage, needsKeys: !isPlayed).response }
        case .metrics: .later { figures }
        case .description: .later { ServiceDescription.content.response(to: headers) }
        }
    }

    private func file(_ name: String) throws(Problem) -> Content {
        guard let file = PageFiles.named(name) else {
            throw Problem(404, "The page has no file \(name.prefix(200)).")
        }
        return file
    }

    private var figures: HTTPServerResponse {
        HTTPServerResponse(
            headers: ["Content-Type": OpenMetricsText.mediaType, "Cache-Control": "no-store"],
            body: .bytes(Array(metrics.text(forage.traffic).utf8)))
    }
}
