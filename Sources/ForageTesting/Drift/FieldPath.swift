internal import JSON

/// Where a member stands in every record, with `*` for any place in a list: `/results/*/urls/regular`.
public struct FieldPath: Hashable, Sendable, CustomStringConvertible {
    private var steps: [String] = []

    init() {}

    var element: FieldPath { appending("*") }

    func member(_ key: String) -> FieldPath { appending(key) }

    private func appending(_ step: String) -> FieldPath {
        var path = self
        path.steps.append(step)
        return path
    }

    /// The path as drift is reported by.
    public var description: String { JSONPointer(tokens: steps).description }

    /// Whether one of two paths leads through the other.
    func isOnTheWay(to other: String) -> Bool {
        let own = description
        // In a feed an attribute is called by its element: `/items/*/enclosure@url`.
        return other == own
            || ["/", "@"].contains { other.hasPrefix(own + $0) || own.hasPrefix(other + $0) }
    }
}
