/// Which things are the same, where two are that share a key and, step by step, all that hang together.
package struct Duplicates {
    /// For each thing the place of the one that stands for all that are the same.
    package private(set) var roots: [Int]

    /// Compares things by their keys.
    package init(_ keys: [Set<String>]) {
        roots = Array(keys.indices)
        var owners: [String: Int] = [:]
        for (place, keys) in keys.enumerated() {
            for key in keys {
                guard let owner = owners[key] else {
                    owners[key] = place
                    continue
                }
                join(place, owner)
            }
        }
        for place in roots.indices { roots[place] = root(of: place) }
    }

    private mutating func join(_ one: Int, _ other: Int) {
        let (one, other) = (root(of: one), root(of: other))
        roots[max(one, other)] = min(one, other)
    }

    /// Follows the chain to its end, halving it on the way so that chains stay short.
    private mutating func root(of place: Int) -> Int {
        var place = place
        while roots[place] != place {
            roots[place] = roots[roots[place]]
            place = roots[place]
        }
        return place
    }
}
