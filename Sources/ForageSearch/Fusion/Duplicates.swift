/// Which things are the same, where two are that share a key and, step by step, all that hang together.
package struct Duplicates {
    /// For each thing the number of the group of all that are the same, from 0 in the order they are met.
    package let groups: [Int]
    /// How many groups there are.
    package let count: Int

    /// Compares things by their keys.
    package init(_ keys: [[String]]) {
        var forest = Forest(count: keys.count)
        var owners: [String: Int] = [:]
        owners.reserveCapacity(keys.count * 2)
        for (place, keys) in keys.enumerated() {
            for key in keys {
                let owner = owners[key, default: place]
                if owner == place { owners[key] = place } else { forest.join(place, owner) }
            }
        }
        (groups, count) = forest.numbered()
    }
}

/// Trees whose things are the same; the first of them is the root.
private struct Forest {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    mutating func join(_ one: Int, _ other: Int) {
        let (one, other) = (root(of: one), root(of: other))
        parents[max(one, other)] = min(one, other)
    }

    /// Follows the chain to its end, halving it on the way so that chains stay short.
    private mutating func root(of place: Int) -> Int {
        var place = place
        while parents[place] != place {
            parents[place] = parents[parents[place]]
            place = parents[place]
        }
        return place
    }

    /// The number of its tree for each thing; a root comes before whatever hangs on it.
    mutating func numbered() -> (numbers: [Int], count: Int) {
        var numbers: [Int] = []
        numbers.reserveCapacity(parents.count)
        var count = 0
        for place in parents.indices {
            let root = root(of: place)
            if root == place {
                numbers.append(count)
                count += 1
            } else {
                numbers.append(numbers[root])
            }
        }
        return (numbers, count)
    }
}
