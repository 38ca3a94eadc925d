internal import CCurl

/// The library beneath, which is loaded when it is needed.
package enum NetworkLibrary {
    /// What libcurl says it is, with what it encrypts with.
    ///
    /// - Throws: ``NoNetworkLibrary`` when it cannot be used.
    package static func version() throws(NoNetworkLibrary) -> String {
        if let words = ccurl_load() { throw NoNetworkLibrary(String(cString: words)) }
        guard let encryption = ccurl_tls_version() else {
            throw NoNetworkLibrary("it cannot encrypt, so no https address can be asked")
        }
        return "\(String(cString: ccurl_version())) with \(String(cString: encryption))"
    }
}

/// Why libcurl cannot be used.
package struct NoNetworkLibrary: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ reason: String) { description = "libcurl is needed and cannot be used: \(reason)." }
}
