/// What cursors are sealed with, so that one that was changed or made up is refused.
///
/// The seal is SipHash-2-4 of a secret key. Whoever has the key can make cursors; so a key belongs to one person or
/// one server, and is the same in every process that is to read what another wrote.
public struct CursorSeal: Sendable {
    private let hash: SipHash

    /// Without a secret: what is changed by mistake is refused, what is made up on purpose is not.
    public static let keyless = CursorSeal(hash: SipHash(0, 0))

    /// How many bytes a key has.
    public static let keyByteCount = 16
    static let tagByteCount = 8

    /// A seal with a secret key of ``keyByteCount`` random bytes; nil for any other number of them.
    public init?(key: [UInt8]) {
        guard key.count == Self.keyByteCount else { return nil }
        var reader = ByteReader(key[...])
        guard let low = reader.integer(byteCount: 8), let high = reader.integer(byteCount: 8) else {
            return nil
        }
        hash = SipHash(low, high)
    }

    private init(hash: SipHash) { self.hash = hash }

    func tag(of bytes: ArraySlice<UInt8>) -> UInt64 { hash.of(bytes) }
}
