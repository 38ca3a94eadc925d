internal import ForageCore
internal import ForageSearch

/// A maker of tokens for addresses, which ensure that only addresses from results are fetched.
///
/// The key is generated at each start, so tokens of an earlier run are invalid.
struct AddressSeal: Sendable {
    private let hash = SipHash(.random(in: .min ... .max), .random(in: .min ... .max))

    private static let tagByteCount = 8
    private static let greatestByteCount = 12 * 1024

    func token(for url: WebURL) -> String {
        let bytes = Array(url.text.utf8)
        return Base64URL.encode(bytes + tag(of: bytes[...]))
    }

    /// The address in a token; nil if the token was not made by this seal.
    func address(in token: String) -> WebURL? {
        guard token.utf8.count <= Self.greatestByteCount, let bytes = Base64URL.decode(token) else {
            return nil
        }
        let text = bytes.dropLast(Self.tagByteCount)
        guard tag(of: text).elementsEqual(bytes.suffix(Self.tagByteCount)) else { return nil }
        return WebURL(String(decoding: text, as: UTF8.self))
    }

    private func tag(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        let tag = hash.of(bytes)
        return (0..<Self.tagByteCount).map { UInt8(truncatingIfNeeded: tag >> (8 * $0)) }
    }
}
