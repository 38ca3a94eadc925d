/// A field of an item that a source states.
public enum ItemField: String, Hashable, Sendable, CaseIterable, Comparable {
    case kind, title, summary, pageURL, creator, licence, attribution, renditions, publishedAt, tags,
        collection
    case duration = "seconds"
    case place, camera

    /// A stable order, for output that is the same each time: that of the fields in the output.
    public static func < (one: ItemField, other: ItemField) -> Bool {
        (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }

    /// Whether it is made of what all sources state.
    public var isCollected: Bool { self == .renditions || self == .tags }
}
