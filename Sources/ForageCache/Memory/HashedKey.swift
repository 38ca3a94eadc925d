/// A key whose hash is computed once, for the dictionary and the sketch both.
struct HashedKey<Key: Hashable>: Hashable {
    let key: Key
    let hash: Int

    init(_ key: Key) {
        self.key = key
        hash = key.hashValue
    }

    static func == (one: Self, other: Self) -> Bool { one.hash == other.hash && one.key == other.key }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
