package import HTTPServer

/// The upstream services, played over real HTTP on this machine until it is stopped or let go of.
///
/// `https://HOST/PATH` is at `http://127.0.0.1:PORT/HOST/PATH`.
package final class Sandbox: Sendable {
    private let server: HTTPServer

    package convenience init(_ options: SandboxOptions = SandboxOptions()) throws(HTTPServerError) {
        try self.init(Stage(options: options), port: options.port)
    }

    init(_ stage: Stage, port: Int) throws(HTTPServerError) {
        server = try HTTPServer(port: port) { await stage.respond(to: $0) }
    }

    package var port: Int { server.port }

    /// Where the played hosts are found, without a slash at the end.
    package var origin: String { "http://127.0.0.1:\(port)" }

    package func stop() {
        server.stop()
    }
}

/// Where the services play: finds the host that a request is for and puts its faults around the answer.
struct Stage: Sendable {
    private let services: [any SandboxService]
    private let faults: [SandboxOptions.HostFault]
    private let hasNoLimits: Bool
    private let log = RequestLog()
    private let control: ControlPages

    init(options: SandboxOptions) {
        let catalogue = Catalogue(seed: options.seed)
        services =
            Self.cocoacasts(catalogue) + Self.duckDuckGo(catalogue) + Self.flickr(catalogue)
            + Self.unsplash(catalogue) + Self.defined(catalogue)
        faults = options.faults
        hasNoLimits = options.hasNoLimits
        control = ControlPages(catalogue: catalogue, hosts: services.flatMap(\.hosts), log: log)
    }

    private static func cocoacasts(_ catalogue: Catalogue) -> [any SandboxService] {
        let episodes = EpisodeCatalogue(catalogue)
        let images = EpisodeImages(catalogue: episodes)
        let lists = EpisodeLists(catalogue: episodes)
        return [
            CocoacastsCopies(lists: lists), CocoacastsMock(lists: lists), CocoacastsService(lists: lists),
            images,
            CloudinaryFetch(images: images),
        ]
    }

    private static func duckDuckGo(_ catalogue: Catalogue) -> [any SandboxService] {
        [
            InstantAnswerService(catalogue: catalogue), DuckDuckGoSite(catalogue: catalogue),
            Encyclopaedia(catalogue: catalogue),
        ]
    }

    private static func flickr(_ catalogue: Catalogue) -> [any SandboxService] {
        let library = FlickrLibrary(catalogue: catalogue)
        return [FlickrFiles(library: library), FlickrService(library: library), FlickrSite(library: library)]
    }

    private static func unsplash(_ catalogue: Catalogue) -> [any SandboxService] {
        let library = PhotoLibrary(catalogue: catalogue)
        return [UnsplashService(library: library), UnsplashImages(library: library)]
    }

    /// The services of the definitions that come with Forage.
    private static func defined(_ catalogue: Catalogue) -> [any SandboxService] {
        let images = NASAImages(catalogue)
        return [
            CommonsFiles(catalogue: catalogue), CommonsService(catalogue: catalogue),
            OpenverseService(catalogue: catalogue), NASALibrary(catalogue: catalogue, images: images),
            NASAFiles(images: images), ApplePodcasts(catalogue: catalogue), PodcastArtwork(),
            InternetArchive(catalogue: catalogue), ArtInstitute(catalogue: catalogue), ArtInstituteSite(),
            HoustonPodcast(catalogue: catalogue),
        ]
    }

    /// Sees that no fault is for a host that is not played, which it would never meet.
    func checkFaults() throws(SandboxUsageError) {
        let unknown = faults.map(\.host).first { !control.hosts.contains($0) }
        if let unknown {
            throw .unknownHost(unknown, examples: control.hosts.filter { $0.hasPrefix("api.") })
        }
    }

    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        let steps = request.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
        let host = steps.first.map { $0.lowercased() } ?? ""
        if let answer = control.respond(to: request, under: host) { return answer }
        guard let service = services.first(where: { $0.hosts.contains(host) }) else {
            return .text("No one plays \(host) here. Played are: \(control.hostList).\n", status: 421)
        }
        let path = String(request.path.dropFirst(host.count + 1))
        log.record(request, host: host, path: path.isEmpty ? "/" : path)
        return await play(service, host: host, path: path.isEmpty ? "/" : path, request)
    }

    private func play(
        _ service: any SandboxService, host: String, path: String, _ request: HTTPServerRequest
    ) async -> HTTPServerResponse {
        let order = FaultOrder(request)
        if let unknown = order.unknown.first {
            let known = Fault.help.joined(separator: "\n")
            return .text("“\(unknown)” is not a fault. There are:\n\(known)\n", status: 400)
        }
        let standing = faults.filter { $0.host == host }.map(\.fault)
        let play = FaultPlay(faults: standing + order.faults, request: request)
        let seen = SandboxRequest(
            method: request.method, host: host, path: path, query: order.query, headers: play.seenHeaders,
            body: request.body, isFree: hasNoLimits)
        return await play.respond {
            await service.respond(to: seen)
        }
    }
}
