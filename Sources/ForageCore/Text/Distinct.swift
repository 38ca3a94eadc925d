extension Sequence {
    /// The elements without those whose key was met before.
    package func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var met: Set<Key> = []
        return filter { met.insert(key($0)).inserted }
    }
}

extension Sequence where Element: Hashable {
    /// The elements, each once and where it was first.
    package var distinct: [Element] { distinct { $0 } }
}
