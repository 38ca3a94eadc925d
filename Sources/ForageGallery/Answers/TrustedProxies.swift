internal import ForageCore
internal import HTTPServer
internal import Platform

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
