internal import CCrypto

/// The SHA-256 digest of bytes that come piece by piece.
package struct RunningDigest: ~Copyable {
    private let context: UnsafeMutableRawPointer

    /// Begins with no bytes.
    package init() throws(NoDigest) {
        if let words = ccrypto_load() { throw NoDigest(reason: String(cString: words)) }
        guard let context = ccrypto_sha256_begin() else { throw NoDigest(reason: "it is out of memory") }
        self.context = context
    }

    deinit { ccrypto_sha256_free(context) }

    /// Adds the next bytes.
    package mutating func add(_ bytes: [UInt8]) { ccrypto_sha256_update(context, bytes, bytes.count) }

    /// The digest of all that was added; nothing can be added behind it.
    package mutating func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Digest.sha256.byteCount)
        ccrypto_sha256_finish(context, &digest)
        return digest
    }
}
