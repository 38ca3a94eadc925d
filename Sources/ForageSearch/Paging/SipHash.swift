package import ForageCore

/// SipHash-2-4: a short authentication code that only the owner of the key can compute.
package struct SipHash: Sendable {
    private let low: UInt64
    private let high: UInt64

    /// Creates a hash function with the two halves of the key.
    package init(_ low: UInt64, _ high: UInt64) {
        self.low = low
        self.high = high
    }

    package func of(_ message: ArraySlice<UInt8>) -> UInt64 {
        var state = State(low, high)
        var rest = message
        while rest.count >= 8 {
            state.take(Self.word(rest.prefix(8)))
            rest = rest.dropFirst(8)
        }
        state.take(Self.word(rest) | UInt64(message.count & 0xFF) << 56)
        return state.end()
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private struct State {
        private var a, b, c, d: UInt64

        init(_ low: UInt64, _ high: UInt64) {
            a = low ^ 0x736f_6d65_7073_6575
            b = high ^ 0x646f_7261_6e64_6f6d
            c = low ^ 0x6c79_6765_6e65_7261
            d = high ^ 0x7465_6462_7974_6573
        }

        mutating func take(_ word: UInt64) {
            d ^= word
            mix()
            mix()
            a ^= word
        }

        mutating func end() -> UInt64 {
            c ^= 0xFF
            for _ in 0..<4 { mix() }
            return a ^ b ^ c ^ d
        }

        private mutating func mix() {
            a &+= b
            b = b.turned(by: 13) ^ a
            a = a.turned(by: 32)
            c &+= d
            d = d.turned(by: 16) ^ c
            a &+= d
            d = d.turned(by: 21) ^ a
            c &+= b
            b = b.turned(by: 17) ^ c
            c = c.turned(by: 32)
        }
    }
}

/// A seal for cursors, with which changed or invented ones are detected.
///
/// The seal is SipHash-2-4 with a secret key. Anyone who has the key can make cursors, so a key belongs to one user
/// or one server, and is shared by all processes that read each other's cursors.
public struct CursorSeal: Sendable {
    private let keys: Keys

    private enum Keys {
        case none
        case one(SipHash)
        case shared(any SealKeys)
    }

    /// A seal without a secret, which detects accidental changes but not deliberate ones.
    public static let keyless = CursorSeal(.none)

    /// The length of a key in bytes.
    public static let keyByteCount = 16
    static let tagByteCount = 8

    /// Creates a seal with a secret key of ``keyByteCount`` random bytes; nil for any other number of bytes.
    public init?(key: [UInt8]) {
        guard let hash = SipHash(key: key) else { return nil }
        self.init(.one(hash))
    }

    /// Creates a seal with keys that change from time to time.
    package init(sharing keys: any SealKeys) { self.init(.shared(keys)) }

    private init(_ keys: Keys) { self.keys = keys }

    /// Indicates whether only owners of a key can make a seal.
    package var isSecret: Bool {
        if case .none = keys { false } else { true }
    }

    private var hashes: [SipHash] {
        switch keys {
        case .none: [SipHash(0, 0)]
        case .one(let hash): [hash]
        case .shared(let keys): keys.keys.compactMap { SipHash(key: $0) }
        }
    }

    /// The hash functions for another purpose, whose keys follow from those of this seal. The first one makes seals;
    /// those of all are valid.
    package func hashes(for purpose: String) -> [SipHash] {
        hashes.map { hash in
            let halves = ["low", "high"].map { hash.of(Array("\(purpose) \($0)".utf8)[...]) }
            return SipHash(halves[0], halves[1])
        }
    }

    func tag(of bytes: ArraySlice<UInt8>) -> UInt64 { (hashes.first ?? SipHash(0, 0)).of(bytes) }

    func isTag(_ tag: UInt64?, of bytes: ArraySlice<UInt8>) -> Bool {
        hashes.contains { $0.of(bytes) == tag }
    }
}

extension SipHash {
    fileprivate init?(key: [UInt8]) {
        var reader = ByteReader(key[...])
        guard key.count == CursorSeal.keyByteCount, let low = reader.integer(byteCount: 8),
            let high = reader.integer(byteCount: 8)
        else { return nil }
        self.init(low, high)
    }
}

/// A hash that is the same in every process, for persistent data: FNV-1a in 64 bits, with its bits mixed at the end.
struct StableHash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// Adds a text with a separator.
    mutating func add(_ text: String) {
        add(text.utf8)
        add(CollectionOfOne(0xFF))
    }

    var value: UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 33)) &* 0xff51_afd7_ed55_8ccd
        mixed = (mixed ^ (mixed >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return mixed ^ (mixed >> 33)
    }

    static func of(_ text: String) -> UInt64 {
        var hash = StableHash()
        hash.add(text)
        return hash.value
    }
}

extension UInt64 {
    fileprivate func turned(by count: UInt64) -> UInt64 { self << count | self >> (64 - count) }
}
