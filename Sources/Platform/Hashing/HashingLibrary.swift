internal import CCrypto

/// The library beneath, which is loaded when it is needed.
package enum HashingLibrary {
    /// What libcrypto says it is.
    ///
    /// - Throws: ``NoDigest`` when it cannot be loaded.
    package static func version() throws(NoDigest) -> String {
        if let words = ccrypto_load() { throw NoDigest(reason: String(cString: words)) }
        return String(cString: ccrypto_version())
    }
}
