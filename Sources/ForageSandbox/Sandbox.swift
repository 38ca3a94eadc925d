package import HTTPServer

/// A server that simulates the services over HTTP on the local computer, until it is stopped or released.
///
/// `https://HOST/PATH` is available at `http://127.0.0.1:PORT/HOST/PATH`.
package final class Sandbox: Sendable {
    private let server: HTTPServer

    package convenience init(_ options: SandboxOptions = SandboxOptions()) throws(HTTPServerError) {
        try self.init(Stage(options: options), port: options.port)
    }

    init(_ stage: Stage, port: Int) throws(HTTPServerError) {
        server = try HTTPServer(port: port) { await stage.respond(to: $0) }
    }

    package var port: Int { server.port }

    /// The address of the simulated hosts, without a slash at the end.
    package var origin: String { "http://127.0.0.1:\(port)" }

    package func stop() {
        server.stop()
    }
}

/// The simulated services. Finds the host for a request and applies its faults to the answer.
struct Stage: Sendable {
    private let services: [any SandboxService]
    /// The services that are simulated with the samples of definitions.
    private let defined: DefinedServices?
    private let faults: [SandboxOptions.HostFault]
    private let hasNoLimits: Bool
    private let log = RequestLog()
    private let control: ControlPages

    init(options: SandboxOptions) {
        let catalogue = Catalogue(seed: options.seed)
        let own = Self.services(for: catalogue)
        let defined = options.definitions.map {
            DefinedServices(in: $0, except: Self.simulated, onOtherHostsThan: Set(own.flatMap(\.hosts)))
        }
        self.defined = defined
        services = own + (defined.map { [$0] } ?? [])
        faults = options.faults
        hasNoLimits = options.hasNoLimits
        control = ControlPages(catalogue: catalogue, hosts: services.flatMap(\.hosts), log: log)
    }

    /// The definitions whose services are simulated with the catalogue.
    private static let simulated: Set = ["commons", "nasacast", "openverse"]

    /// Returns the services that are simulated with the catalogue.
    private static func services(for catalogue: Catalogue) -> [any SandboxService] {
        let episodes = EpisodeCatalogue(catalogue)
        let images = EpisodeImages(catalogue: episodes)
        let lists = EpisodeLists(catalogue: episodes)
        let photographs = FlickrLibrary(catalogue: catalogue)
        let photos = PhotoLibrary(catalogue: catalogue)
        let digests = CommonsDigests()
        return [
            CocoacastsCopies(lists: lists), CocoacastsMock(lists: lists), CocoacastsService(lists: lists),
            images, CloudinaryFetch(images: images),
            InstantAnswerService(catalogue: catalogue), DuckDuckGoSite(catalogue: catalogue),
            Encyclopaedia(catalogue: catalogue),
            FlickrFiles(library: photographs), FlickrService(library: photographs),
            FlickrSite(library: photographs),
            UnsplashService(library: photos), UnsplashImages(library: photos),
            CommonsFiles(catalogue: catalogue, digests: digests),
            CommonsService(catalogue: catalogue, digests: digests),
            OpenverseService(catalogue: catalogue), HoustonPodcast(catalogue: catalogue),
        ]
    }

    /// Throws an error if a fault is for an unknown host.
    func checkFaults() throws(SandboxError) {
        let unknown = faults.map(\.host).first { !control.hosts.contains($0) }
        if let unknown {
            throw .unknownHost(
                unknown, examples: Array(control.hosts.filter { $0.hasPrefix("api.") }.prefix(4)))
        }
    }

    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        let steps = request.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
        let host = steps.first.map { $0.lowercased() } ?? ""
        if let answer = control.respond(to: request, under: host) { return answer }
        guard let service = services.first(where: { $0.hosts.contains(host) }) else {
            return .text(
                "The sandbox does not simulate \(host). It simulates: \(control.hostList).\n", status: 421)
        }
        let rest = request.path.dropFirst(host.count + 1)
        let path = rest.isEmpty ? "/" : String(rest)
        log.record(request, host: host, path: path)
        return await play(service, host: host, path: path, request)
    }

    private func play(
        _ service: any SandboxService, host: String, path: String, _ request: HTTPServerRequest
    ) async -> HTTPServerResponse {
        let order = FaultOrder(request)
        if let unknown = order.unknown.first {
            let known = Fault.help.joined(separator: "\n")
            return .text("“\(unknown)” is not a fault. Choose one of:\n\(known)\n", status: 400)
        }
        let ordered = faults.filter { $0.host == host }.map(\.fault)
        let play = FaultPlay(faults: ordered + order.faults, request: request)
        let seen = SandboxRequest(
            method: request.method, host: host, path: path, query: order.query, headers: play.seenHeaders,
            body: request.body, isFree: hasNoLimits)
        return await play.respond {
            // Several definitions can share the host of a simulated service.
            if let answer = defined?.known(to: seen) { return answer }
            return await service.respond(to: seen)
        }
    }
}
