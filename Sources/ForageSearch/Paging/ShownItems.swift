/// What was shown of a list, as short hashes of what tells duplicates.
struct ShownItems: Hashable, Sendable {
    private(set) var hashes: Set<UInt64> = []

    /// A hash has 5 bytes: with all places taken, one new result in ten million is held for shown.
    static let hashByteCount = 5
    /// The list ends with the round that leads beyond this.
    static let fullCount = 4_000
    /// The most that is remembered, which leaves room for that round.
    static let greatestCount = 6_000

    init(hashes: Set<UInt64> = []) { self.hashes = hashes }

    mutating func insert(_ keys: Set<String>) { hashes.formUnion(keys.lazy.map(Self.hash)) }

    func contains(anyOf keys: Set<String>) -> Bool { keys.contains { hashes.contains(Self.hash($0)) } }

    private static func hash(_ key: String) -> UInt64 { StableHash.of(key) >> (64 - 8 * hashByteCount) }
}
