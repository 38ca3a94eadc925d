internal import ForageCore

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Which proxy the environment names, read as libcurl reads it.
struct ProxyVariables: Sendable {
    private let value: @Sendable (String) -> String?

    /// The variables of this process.
    static let ofThisProcess = ProxyVariables { name in getenv(name).map { String(cString: $0) } }

    init(_ value: @escaping @Sendable (String) -> String?) { self.value = value }

    /// The proxy for an address; nil where it is asked directly.
    func proxy(for url: WebURL) -> String? {
        let names = url.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        return (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap(value).first { !$0.isEmpty }
    }
}
