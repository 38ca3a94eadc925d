package import ForageCore

/// The pictures of a project as parts of one adapted work, by the compatibility chart of Creative Commons.
package struct LicenceMix: Hashable, Sendable {
    /// Pictures under the same licences.
    package struct Group: Hashable, Sendable {
        package let licences: [Licence]
        package let paths: [String]

        /// The names of the licences.
        package var name: String {
            licences.isEmpty ? "unknown licence" : licences.map(\.name).joined(separator: " and ")
        }
    }

    /// Two groups that cannot be combined. If both are the same, the group permits no adaptation.
    package struct Conflict: Hashable, Sendable {
        package let one: Group
        package let other: Group
    }

    package let groups: [Group]
    package let conflicts: [Conflict]
    /// The smallest number of pictures without which the rest can be combined.
    package let dropped: [String]

    package init(_ entries: [LockEntry]) {
        let byLicence = Dictionary(grouping: entries) { $0.licences.sorted { $0.id < $1.id } }
        groups = byLicence.map { Group(licences: $0.key, paths: $0.value.map(\.path).sorted()) }
            .sorted { $0.name < $1.name }
        // A group that permits no adaptation combines with no other, which need not be said for each.
        let apart = Set(groups.indices.filter { [groups] in !groups[$0].combines(with: groups[$0]) })
        var pairs = apart.sorted().map { ($0, $0) }
        for one in groups.indices where !apart.contains(one) {
            for other in groups.indices.dropFirst(one + 1)
            where !apart.contains(other) && !groups[one].combines(with: groups[other]) {
                pairs.append((one, other))
            }
        }
        conflicts = pairs.map { [groups] in Conflict(one: groups[$0], other: groups[$1]) }
        let weights = groups.map(\.paths.count)
        let cover = VertexCover(pairs, weights: weights).best
        dropped = cover.flatMap { [groups] in groups[$0].paths }.sorted()
    }
}

extension LicenceMix.Group {
    /// Indicates whether pictures of both groups may be parts of one work.
    fileprivate func combines(with other: LicenceMix.Group) -> Bool {
        guard !licences.isEmpty, !other.licences.isEmpty else { return false }
        let all = (licences + other.licences).distinct
        return all.allSatisfy { one in all.allSatisfy { LicenceChart.combines(one, $0) } }
    }
}

/// The compatibility chart of Creative Commons for adapted works.
enum LicenceChart {
    /// Indicates whether works under two licences may be combined in one adapted work.
    static func combines(_ one: Licence, _ other: Licence) -> Bool {
        guard let own = one.terms, let others = other.terms, own.permissions.contains(.modify),
            others.permissions.contains(.modify)
        else { return false }
        switch (own.duties.contains(.shareAlike), others.duties.contains(.shareAlike)) {
        case (false, false): return true
        case (true, false): return isAdapted(others, under: own)
        case (false, true): return isAdapted(own, under: others)
        case (true, true):
            // Both require their own licence for the whole.
            return own.permissions == others.permissions && isFirstVersion(one) == isFirstVersion(other)
                && family(one) == family(other)
        }
    }

    /// Indicates whether a work may be adapted under terms that permit at most as much.
    private static func isAdapted(_ terms: LicenceTerms, under shareAlike: LicenceTerms) -> Bool {
        shareAlike.permissions.isSubset(of: terms.permissions)
    }

    /// The licences that may be combined with each other: of Creative Commons all with these terms, otherwise one.
    private static func family(_ licence: Licence) -> String {
        let id = licence.id.lowercased()
        return id.hasPrefix("cc-") ? "cc" : id
    }

    /// The first version of a share-alike licence does not permit adapting under a later one.
    private static func isFirstVersion(_ licence: Licence) -> Bool {
        licence.id.lowercased().split(separator: "-").contains("1.0")
    }
}

/// The lightest set of vertices of a graph that touches every edge.
private struct VertexCover {
    private var edges: [(Int, Int)]
    private let weights: [Int]
    private(set) var best: [Int] = []
    private var bestWeight = Int.max
    private var budget = 200_000

    init(_ edges: [(Int, Int)], weights: [Int]) {
        self.weights = weights
        // A vertex with an edge to itself is always in the set.
        let forced = Set(edges.filter { $0.0 == $0.1 }.map(\.0))
        self.edges = edges.filter { !forced.contains($0.0) && !forced.contains($0.1) }
        search(forced, forced.reduce(0) { $0 + weights[$1] })
    }

    private mutating func search(_ chosen: Set<Int>, _ weight: Int) {
        guard weight < bestWeight, budget > 0 || bestWeight == .max else { return }
        budget -= 1
        guard let (one, other) = edges.first(where: { !chosen.contains($0.0) && !chosen.contains($0.1) })
        else {
            (best, bestWeight) = (chosen.sorted(), weight)
            return
        }
        let first = weights[one] <= weights[other] ? one : other
        let second = first == one ? other : one
        search(chosen.union([first]), weight + weights[first])
        // Without the first, all its neighbours are needed.
        let neighbours = Set(
            edges.compactMap { $0.0 == first ? $0.1 : $0.1 == first ? $0.0 : nil } + [second]
        ).subtracting(chosen)
        search(chosen.union(neighbours), weight + neighbours.reduce(0) { $0 + weights[$1] })
    }
}
