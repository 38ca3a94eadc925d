internal import CurlLoop
internal import ForageCore
internal import ForageTransport
internal import Timing

/// Holds the client against a plain C loop over the same library: the same bodies from the same server,
/// how much processor time for each.
///
/// `--short` takes fewer rounds. `--serve PORT` is this program as the server, where there is no nginx.
@main
struct NetworkBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments
        if let place = arguments.firstIndex(of: "--serve"), let port = Int(arguments[place + 1]) {
            return try await PageServer.serve(port)
        }
        let isShort = arguments.contains("--short")
        let server = try PageServer()
        defer { server.stop() }
        for connections in [CurlSettings().connectionsPerHost, Race.atOnce] {
            let race = Race(
                url: server.url, requests: isShort ? 2000 : 8000, rounds: isShort ? 5 : 11,
                connections: connections)
            try await race.warmUp()
            try await race.run()
        }
    }
}

/// The two clients in turns.
private struct Race {
    let url: WebURL
    let requests: Int
    let rounds: Int
    let connections: Int
    private let fetcher: NetworkFetcher
    private let provider: ProviderInfo

    static let atOnce = 32

    init(url: WebURL, requests: Int, rounds: Int, connections: Int) {
        self.url = url
        self.requests = requests
        self.rounds = rounds
        self.connections = connections
        var settings = CurlSettings()
        settings.connectionsPerHost = connections
        fetcher = NetworkFetcher(
            engine: CurlEngine(settings),
            userAgent: UserAgent(version: "benchmark", contact: "https://forage.example/"))
        provider = ProviderInfo(
            id: "benchmark", name: "Benchmark", summary: "One page.", site: url, kinds: [], origins: [url],
            capabilities: Capabilities())
    }

    /// The server is a process of its own and may still be starting.
    func warmUp() async throws {
        for _ in 0..<100 where (try? await fetch()) == nil { try await Task.sleep(for: .milliseconds(50)) }
        try await fetch()
    }

    func run() async throws {
        var ours: [Double] = []
        var loop: [Double] = []
        for _ in 0..<rounds {
            ours.append(try await processorTime { try await fetchAll() })
            loop.append(try await processorTime { try runLoop() })
        }
        let (our, their) = (median(ours), median(loop))
        print(
            "GET 16 KiB × \(Self.atOnce) on \(connections) connections  ours \(Int(our.rounded())) µs CPU  "
                + "C loop \(Int(their.rounded())) µs  "
                + "ratio \(hundredths(our / their)) ×")
    }

    private func fetchAll() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.atOnce {
                group.addTask { for _ in 0..<requests / Self.atOnce { try await fetch() } }
            }
            try await group.waitForAll()
        }
    }

    private func fetch() async throws {
        let fetched = try await fetcher.fetch(.get(url), for: provider, by: .now + .seconds(60))
        guard fetched.response.status == 200, fetched.response.body.count == PageServer.pageByteCount else {
            throw NotTheSameWork()
        }
    }

    private func runLoop() throws {
        let whole = curlloop_fetch(
            url.text, requests, CInt(Self.atOnce), CInt(connections), PageServer.pageByteCount)
        guard whole == requests else { throw NotTheSameWork() }
    }

    /// Microseconds of this process for each request.
    private func processorTime(of work: () async throws -> Void) async rethrows -> Double {
        let start = ProcessorTime.now
        try await work()
        return (ProcessorTime.now - start) / Double(requests)
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// A body came short, so the times mean nothing.
struct NotTheSameWork: Error {}
