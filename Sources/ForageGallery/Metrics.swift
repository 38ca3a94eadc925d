internal import Forage
internal import ForageCore
internal import ForageFormats
internal import Synchronization

/// The counters since the start of the gallery. All labels come from small sets: the configured providers, the routes,
/// and words of this program.
final class Metrics: Sendable {
    struct Counts: Sendable {
        var outcomes: [ProviderID: [String: Int]] = [:]
        var durations: [ProviderID: Histogram] = [:]
        var requests: [String: [Int: Int]] = [:]
        var refusedPictures: [PictureRefusal: Int] = [:]
        var streamCount = 0
    }

    /// The reasons why a picture was refused.
    enum PictureRefusal: String, CaseIterable, Sendable {
        /// The server no longer has it.
        case gone
        /// The file is not a picture, or is one that cannot be shown.
        case unusable
        /// The server could not be reached, or its response was faulty or too long.
        case upstream
        /// The server took too long.
        case late

        init?(_ problem: HTTPProblem) {
            switch problem.status {
            case 404: self = .gone
            case 415: self = .unusable
            case 502: self = .upstream
            case 504: self = .late
            default: return nil
            }
        }
    }

    private let counted = Mutex(Counts())

    var counts: Counts { counted.withLock(\.self) }

    /// Counts the outcome of a provider.
    func note(_ outcome: Outcome) {
        counted.withLock { counts in
            counts.outcomes[outcome.provider, default: [:]][outcome.result.word, default: 0] += 1
            if outcome.tellsLatency {
                counts.durations[outcome.provider, default: .init()].note(outcome.duration)
            }
        }
    }

    /// Counts an answered request.
    ///
    /// - Parameters:
    ///   - route: The route; nil if there is none.
    ///   - status: The status of the response.
    func noteRequest(for route: Route?, _ status: Int) {
        counted.withLock { $0.requests[route?.rawValue ?? "none", default: [:]][status, default: 0] += 1 }
    }

    func noteRefusedPicture(_ problem: HTTPProblem) {
        guard let refusal = PictureRefusal(problem) else { return }
        counted.withLock { $0.refusedPictures[refusal, default: 0] += 1 }
    }

    /// Counts a stream as active while it is written.
    func countingStream(_ write: () async throws -> Void) async rethrows {
        counted.withLock { $0.streamCount += 1 }
        defer { counted.withLock { $0.streamCount -= 1 } }
        try await write()
    }
}

extension Metrics {
    /// The text of all metrics.
    func text(_ traffic: Traffic.Count) -> String {
        let counts = counts
        var text = OpenMetricsText()
        text.family("forage_build", .info, "The version of Forage.")
        text.sample("forage_build_info", ["version": Version.current], 1)
        write(counts, &text)
        write(traffic, &text)
        return text.finished()
    }

    private func write(_ counts: Counts, _ text: inout OpenMetricsText) {
        text.family("forage_provider_outcomes", .counter, "Outcomes of the providers.")
        for (provider, results) in counts.outcomes.inOrder {
            for (result, count) in results.inOrder {
                text.sample(
                    "forage_provider_outcomes_total", ["provider": provider.name, "result": result], count)
            }
        }
        text.family(
            "forage_provider_latency_seconds", .histogram, unit: "seconds",
            "Response times of the services.")
        for (provider, histogram) in counts.durations.inOrder {
            let name = "forage_provider_latency_seconds"
            for bucket in histogram.buckets {
                text.sample(
                    name + "_bucket", ["provider": provider.name, "le": bucket.bound], bucket.count)
            }
            text.sample(name + "_count", ["provider": provider.name], histogram.count)
            text.sample(name + "_sum", ["provider": provider.name], histogram.sum)
        }
        text.family("forage_requests", .counter, "Requests to the gallery, by route and status.")
        for (route, statuses) in counts.requests.inOrder {
            for (status, count) in statuses.inOrder {
                text.sample("forage_requests_total", ["route": route, "status": "\(status)"], count)
            }
        }
        text.family("forage_streams", .gauge, "Lists being streamed.")
        text.sample("forage_streams", counts.streamCount)
        text.family("forage_refused_pictures", .counter, "Pictures that were not served, by reason.")
        for reason in PictureRefusal.allCases {
            text.sample(
                "forage_refused_pictures_total", ["reason": reason.rawValue],
                counts.refusedPictures[reason] ?? 0)
        }
    }

    private func write(_ traffic: Traffic.Count, _ text: inout OpenMetricsText) {
        text.family("forage_cache_requests", .counter, "Requests to the cache, by result.")
        for (result, count) in [
            ("hit", traffic.freshCount), ("stale", traffic.staleCount), ("miss", traffic.missedCount),
        ] {
            text.sample("forage_cache_requests_total", ["result": result], count)
        }
        text.family("forage_cache_bytes", .counter, unit: "bytes", "Bytes served from the cache.")
        text.sample("forage_cache_bytes_total", traffic.keptByteCount)
        text.family(
            "forage_fetched_bytes", .counter, unit: "bytes", "Bytes received over the network, decompressed.")
        text.sample("forage_fetched_bytes_total", traffic.fetchedByteCount)
    }
}

extension Dictionary where Key: Comparable {
    fileprivate var inOrder: [(key: Key, value: Value)] { sorted { $0.key < $1.key } }
}

/// A histogram of durations.
struct Histogram: Hashable, Sendable {
    /// The upper bounds of the buckets in seconds; a last bucket has no bound.
    static let bounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0]

    private var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// The sum of all durations in seconds.
    private(set) var sum = 0.0

    mutating func note(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }

    var count: Int { counts.reduce(0, +) }

    /// The number of durations up to each bound; the last number includes all.
    var buckets: [(bound: String, count: Int)] {
        var sum = 0
        return zip(Self.bounds.map { "\($0)" } + ["+Inf"], counts).map { bound, count in
            sum += count
            return (bound, sum)
        }
    }
}

/// A writer of metrics in the format of OpenMetrics 1.0.
struct OpenMetricsText {
    static let mediaType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

    enum Kind: String {
        case counter, gauge, histogram, info
    }

    private var text = ""

    /// Begins a family of metrics; its samples follow.
    mutating func family(_ name: String, _ kind: Kind, unit: String? = nil, _ help: String) {
        text += "# TYPE \(name) \(kind.rawValue)\n"
        if let unit { text += "# UNIT \(name) \(unit)\n" }
        text += "# HELP \(name) \(Self.escaped(help))\n"
    }

    /// Writes a sample.
    mutating func sample(
        _ name: String, _ labels: KeyValuePairs<String, String>, _ value: some CustomStringConvertible
    ) {
        let labels = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        text += name + (labels.isEmpty ? "" : "{\(labels)}") + " \(value)\n"
    }

    /// Writes the only sample of its family.
    mutating func sample(_ name: String, _ value: some CustomStringConvertible) { sample(name, [:], value) }

    /// The complete text.
    consuming func finished() -> String { text + "# EOF\n" }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += #"\\"#
            case "\"": escaped += #"\""#
            case "\n": escaped += #"\n"#
            default: escaped.append(character)
            }
        }
    }
}

extension Outcome {
    /// Indicates whether its duration is that of the service, and not of the cache or of a request that was not sent.
    fileprivate var tellsLatency: Bool {
        switch (result, origin) {
        case (.skipped, _), (.throttled, _), (.cancelled, _), (_, .cached), (_, .stale), (_, .file): false
        default: true
        }
    }
}
