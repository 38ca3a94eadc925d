internal import CCrypto

/// A public key of the signature algorithm Ed25519.
package struct Ed25519Key: Hashable, Sendable, CustomStringConvertible {
    private let bytes: [UInt8]

    /// Everything before the key itself in its usual form, which names the algorithm.
    private static let beginning: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0,
    ]

    /// Reads a key in the form that `openssl pkey -pubout` prints between its first and last line; nil for other text.
    package init?(_ text: String) {
        guard let data = Data(base64Encoded: text) else { return nil }
        let whole = Array(data)
        guard whole.count == Self.beginning.count + 32, whole.starts(with: Self.beginning) else { return nil }
        bytes = Array(whole.dropFirst(Self.beginning.count))
    }

    /// The key as it was read.
    package var description: String { Data(Self.beginning + bytes).base64EncodedString() }

    /// Indicates whether the owner of the key signed some bytes.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) throws(MissingLibrary) -> Bool {
        if let words = ccrypto_load() { throw .crypto(String(cString: words)) }
        return signature.count == 64
            && ccrypto_verify_ed25519(bytes, signature, message, message.count) == 1
    }
}
