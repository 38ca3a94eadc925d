internal import CCrypto

/// A way to make a fixed number of bytes of any number of them.
package enum Digest: Hashable, Sendable, CaseIterable {
    /// 20 bytes; only for services that ask for it.
    case sha1
    /// 32 bytes.
    case sha256

    /// The digest of some bytes.
    package func of(_ bytes: [UInt8]) throws(NoDigest) -> [UInt8] {
        if let words = ccrypto_load() { throw NoDigest(reason: String(cString: words)) }
        var digest = [UInt8](repeating: 0, count: byteCount)
        switch self {
        case .sha1: ccrypto_sha1(bytes, bytes.count, &digest)
        case .sha256: ccrypto_sha256(bytes, bytes.count, &digest)
        }
        return digest
    }

    /// How many bytes it makes.
    package var byteCount: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        }
    }
}

/// Why no digest can be made.
package struct NoDigest: Error, Hashable, Sendable, CustomStringConvertible {
    let reason: String

    package var description: String {
        "OpenSSL's libcrypto is needed for this and cannot be loaded: \(reason)."
    }
}
