internal import ForageCore
internal import HTTPServer
internal import Platform
internal import Synchronization

/// The rate limit of each client: every client has a bucket of requests that refills.
final class ClientRateLimiter: Sendable {
    private struct Bucket {
        var level: Double
        var time: ContinuousClock.Instant
    }

    private let capacity: Double
    private let perSecond: Double
    private let limit: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let buckets = Mutex<[String: Bucket]>([:])

    /// - Parameters:
    ///   - capacity: The number of requests that may come at once; a page full of pictures needs a few hundred.
    ///   - perSecond: The number of requests that each second adds.
    ///   - limit: The greatest number of clients with separate buckets; all others share one.
    ///   - now: Returns the current time.
    init(
        capacity: Int = 400, perSecond: Double = 40, limit: Int = 4096,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.capacity = Double(capacity)
        self.perSecond = perSecond
        self.limit = limit
        self.now = now
    }

    /// Admits one request of a client.
    ///
    /// - Parameter address: The numeric address of the client.
    /// - Throws: ``HTTPProblem`` if the client sends too many requests.
    func pass(_ address: String) throws(HTTPProblem) {
        let wait = buckets.withLock { buckets -> Double in
            let (now, client) = (now(), ClientGroup.name(of: address))
            if buckets[client] == nil, buckets.count >= limit {
                buckets = buckets.filter { level(of: $0.value, at: now) < capacity }
            }
            let key = buckets[client] == nil && buckets.count >= limit ? "" : client
            let rest = buckets[key].map { level(of: $0, at: now) } ?? capacity
            buckets[key] = Bucket(level: rest >= 1 ? rest - 1 : rest, time: now)
            return rest >= 1 ? 0 : (1 - rest) / perSecond
        }
        guard wait > 0 else { return }
        let seconds = max(1, Int(wait.rounded(.up)))
        throw HTTPProblem(
            429, "Too many requests: try again in \(seconds == 1 ? "a second" : "\(seconds) seconds").",
            headers: ["Retry-After": "\(seconds)"])
    }

    /// The number of clients with buckets.
    var count: Int { buckets.withLock { $0.count } }

    private func level(of bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
        min(capacity, bucket.level + (now - bucket.time) / .seconds(1) * perSecond)
    }
}

/// The grouping of addresses into clients: a single IPv4 address, or a network of IPv6, because each client has a whole
/// network.
enum ClientGroup {
    static func name(of address: String) -> String {
        let halves = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        guard address.contains(":"), !address.contains(".") else { return address }
        var groups = halves[0].split(separator: ":").map(String.init)
        if halves.count == 2 {
            let tail = halves[1].split(separator: ":").map(String.init)
            groups += Array(repeating: "0", count: max(0, 8 - groups.count - tail.count)) + tail
        }
        return groups.prefix(4).joined(separator: ":")
    }
}

/// The proxies whose statements about their clients are trusted.
struct TrustedProxies: Sendable {
    private let ranges: [AddressRange]

    init(_ ranges: [AddressRange]) { self.ranges = ranges }

    /// The numeric address of the client that sent a request: of several proxies in a row, the last one that is not
    /// trusted, because everything before it may be invented.
    func client(of request: HTTPServerRequest) -> String {
        guard isTrusted(request.remoteAddress) else { return request.remoteAddress }
        let stated = request.headers.values(of: "X-Forwarded-For").flatMap { $0.split(separator: ",") }
            .map { String($0.trimmingWhitespace()) }
        var client = request.remoteAddress
        for address in stated.reversed() {
            guard NumericAddress(address) != nil else { return client }
            client = address
            if !isTrusted(address) { return client }
        }
        return client
    }

    private func isTrusted(_ address: String) -> Bool {
        NumericAddress(address).map { address in ranges.contains { $0.contains(address) } } ?? false
    }
}
