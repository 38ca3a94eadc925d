extension Sequence {
    /// The elements without those whose key occurred before.
    package func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var met: Set<Key> = []
        return filter { met.insert(key($0)).inserted }
    }
}

extension Sequence where Element: Hashable {
    /// The distinct elements, in the order of their first occurrence.
    package var distinct: [Element] { distinct { $0 } }
}
