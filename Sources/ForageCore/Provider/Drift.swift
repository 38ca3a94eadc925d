/// Something in an answer that is not as the service documents it.
public struct Drift: Hashable, Sendable, CustomStringConvertible {
    /// Where in the record, as a JSON Pointer with `*` for any place in a list: `/results/*/urls/regular`.
    public var path: String
    /// In how many records it was so.
    public var count: Int
    /// Of how many.
    public var total: Int

    /// Notes a drift.
    public init(path: String, count: Int, total: Int) {
        self.path = path
        self.count = count
        self.total = total
    }

    /// The text as it is printed.
    public var description: String {
        if path.isEmpty { return "the outermost value is not what it should be" }
        return "\(path) missing or changed in \(count) of \(total)"
    }
}

/// Why nothing can be made of a body.
public enum DecodingFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is not in the format it should be in: what it is instead, and where that shows.
    case unreadable(String)
    /// It is, but what every item needs is missing.
    case drift([Drift])

    /// The text as it is printed.
    public var description: String {
        switch self {
        case .unreadable(let reason): reason
        case .drift(let drifts): drifts.map(\.description).joined(separator: "; ")
        }
    }
}
