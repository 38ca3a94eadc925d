internal import CCrypto

/// A way to make a fixed number of bytes of any number of them.
package enum Digest: Hashable, Sendable, CaseIterable {
    /// 20 bytes; only for services that ask for it.
    case sha1
    /// 32 bytes.
    case sha256

    /// The digest of some bytes.
    package func of(_ bytes: [UInt8]) throws(MissingLibrary) -> [UInt8] {
        if let words = ccrypto_load() { throw .crypto(String(cString: words)) }
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

extension MissingLibrary {
    fileprivate static func crypto(_ reason: String) -> MissingLibrary {
        MissingLibrary("OpenSSL's libcrypto", neededFor: "this", reason)
    }
}

/// The SHA-256 digest of bytes that come piece by piece.
package struct RunningDigest: ~Copyable {
    private let context: UnsafeMutableRawPointer

    /// Begins with no bytes.
    package init() throws(MissingLibrary) {
        if let words = ccrypto_load() { throw .crypto(String(cString: words)) }
        guard let context = ccrypto_sha256_begin() else { throw .crypto("it is out of memory") }
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

/// The library beneath, which is loaded when it is needed.
package enum HashingLibrary {
    /// What libcrypto says it is.
    ///
    /// - Throws: ``MissingLibrary`` when it cannot be loaded.
    package static func version() throws(MissingLibrary) -> String {
        if let words = ccrypto_load() { throw .crypto(String(cString: words)) }
        return String(cString: ccrypto_version())
    }
}

extension Collection<UInt8> {
    /// Two digits a byte, as digests are written.
    @inlinable
    package var hex: String {
        String(unsafeUninitializedCapacity: 2 * count) { digits in
            var place = 0
            for byte in self {
                digits.initializeElement(at: place, to: (byte >> 4).hexDigit)
                digits.initializeElement(at: place + 1, to: (byte & 15).hexDigit)
                place += 2
            }
            return place
        }
    }
}

extension UInt8 {
    @inlinable var hexDigit: UInt8 {
        self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") - 10 + self
    }
}
