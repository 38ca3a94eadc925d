internal import ForageCore
internal import ForageSearch

/// A maker of tokens for addresses, which ensure that only addresses from results are fetched.
///
/// With the key of a person, the tokens of earlier runs are valid, so that an open page survives a restart and browsers use
/// the pictures that they have.
struct AddressSeal: Sendable {
    private let seal: CursorSeal
    private let purpose: String
    /// The hash function if the seal has no key.
    private let random = SipHash(.random(in: .min ... .max), .random(in: .min ... .max))

    private static let tagByteCount = 8
    private static let greatestByteCount = 12 * 1024

    /// - Parameters:
    ///   - seal: The seal whose key is used, if it has one.
    ///   - purpose: The use of the addresses; tokens for one are invalid for others.
    init(_ seal: CursorSeal, for purpose: String) {
        self.seal = seal
        self.purpose = purpose
    }

    private var hashes: [SipHash] { seal.isSecret ? seal.hashes(for: purpose) : [random] }

    /// Returns a token for an address, from which the item that it belongs to is known again if it is given.
    func token(for url: WebURL, of item: ItemID? = nil) -> String {
        let bytes = Array((url.text + (item.map { "\n\($0)" } ?? "")).utf8)
        return Base64URL.encode(bytes + Self.tag(of: bytes[...], by: hashes.first ?? random))
    }

    /// The address in a token; nil if the token was not made by this seal.
    func address(in token: String) -> WebURL? { parts(of: token)?.first.flatMap { WebURL(String($0)) } }

    /// The item that a token was made for; nil if it names none, or was not made by this seal.
    func item(in token: String) -> ItemID? {
        parts(of: token).flatMap { $0.count > 1 ? ItemID(String($0[1])) : nil }
    }

    private func parts(of token: String) -> [Substring]? {
        guard token.utf8.count <= Self.greatestByteCount, let bytes = Base64URL.decode(token) else {
            return nil
        }
        let text = bytes.dropLast(Self.tagByteCount)
        let given = bytes.suffix(Self.tagByteCount)
        guard hashes.contains(where: { Self.tag(of: text, by: $0).elementsEqual(given) }) else { return nil }
        return String(decoding: text, as: UTF8.self).split(separator: "\n", maxSplits: 1)
    }

    private static func tag(of bytes: ArraySlice<UInt8>, by hash: SipHash) -> [UInt8] {
        let tag = hash.of(bytes)
        return (0..<tagByteCount).map { UInt8(truncatingIfNeeded: tag >> (8 * $0)) }
    }
}
