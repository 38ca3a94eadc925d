/// The groups of duplicates: things that share a key, directly or through others.
package struct Duplicates {
    /// The number of each thing's group, counted from 0 in order of appearance.
    package let groups: [Int]
    /// The number of groups.
    package let count: Int

    /// Groups things by their keys.
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

/// Trees of duplicates, whose root is the first of them.
private struct Forest {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    mutating func join(_ one: Int, _ other: Int) {
        let (one, other) = (root(of: one), root(of: other))
        parents[max(one, other)] = min(one, other)
    }

    /// Follows the parents to the root, and halves the path so that it remains short.
    private mutating func root(of place: Int) -> Int {
        var place = place
        while parents[place] != place {
            parents[place] = parents[parents[place]]
            place = parents[place]
        }
        return place
    }

    /// Returns the number of each thing's tree; a root comes before its descendants.
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
