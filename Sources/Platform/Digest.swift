internal import CCrypto

/// A cryptographic hash function.
package enum Digest: Hashable, Sendable, CaseIterable {
    /// SHA-1, with 20 bytes; only for services that require it.
    case sha1
    /// SHA-256, with 32 bytes.
    case sha256

    /// Returns the digest of some bytes.
    package func of(_ bytes: [UInt8]) throws(MissingLibrary) -> [UInt8] {
        if let words = ccrypto_load() { throw .crypto(String(cString: words)) }
        var digest = [UInt8](repeating: 0, count: byteCount)
        switch self {
        case .sha1: ccrypto_sha1(bytes, bytes.count, &digest)
        case .sha256: ccrypto_sha256(bytes, bytes.count, &digest)
        }
        return digest
    }

    /// The length of a digest in bytes.
    package var byteCount: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        }
    }
}

extension MissingLibrary {
    static func crypto(_ reason: String) -> MissingLibrary {
        MissingLibrary("OpenSSL's libcrypto", neededFor: "this", reason)
    }
}

/// The digest of bytes that arrive in pieces.
package struct RunningDigest: ~Copyable {
    private let context: UnsafeMutableRawPointer
    private let kind: Digest

    /// Creates a digest of no bytes.
    package init(_ kind: Digest = .sha256) throws(MissingLibrary) {
        if let words = ccrypto_load() { throw .crypto(String(cString: words)) }
        guard let context = kind == .sha1 ? ccrypto_sha1_begin() : ccrypto_sha256_begin() else {
            throw .crypto("it is out of memory, or knows no such digest")
        }
        self.context = context
        self.kind = kind
    }

    deinit { ccrypto_free(context) }

    /// Adds the next bytes.
    package mutating func add(_ bytes: [UInt8]) { ccrypto_update(context, bytes, bytes.count) }

    /// Returns the digest of all bytes that were added. No more bytes can be added after this call.
    package mutating func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: kind.byteCount)
        ccrypto_finish(context, &digest)
        return digest
    }
}

/// The C library for hashing, which is loaded on first use.
package enum HashingLibrary {
    /// Returns the version that libcrypto reports.
    ///
    /// - Throws: ``MissingLibrary`` if the library cannot be loaded.
    package static func version() throws(MissingLibrary) -> String {
        if let words = ccrypto_load() { throw .crypto(String(cString: words)) }
        return String(cString: ccrypto_version())
    }
}

extension Collection<UInt8> {
    /// The bytes in hexadecimal, with two digits for each byte.
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
