internal import JSON

/// A part of a response that differs from the service's documentation.
public struct Drift: Hashable, Sendable, CustomStringConvertible {
    /// The place in the record, as a JSON Pointer with `*` for any index in a list: `/results/*/urls/regular`.
    public var path: String
    /// The number of records with this difference.
    public var count: Int
    /// The total number of records.
    public var total: Int

    /// Creates a drift.
    public init(path: String, count: Int, total: Int) {
        self.path = path
        self.count = count
        self.total = total
    }

    /// The text as it is printed.
    public var description: String {
        if path.isEmpty { return "the outermost value is not as documented" }
        return "\(path) missing or changed in \(count) of \(total)"
    }
}

/// Counts the paths that were missing, and in how many records.
struct DriftTally {
    private var missing: [String: Int] = [:]
    private var changed: [String: Int] = [:]
    private var lists: [(list: JSONValue, count: Int)] = []

    /// The drifts in data that every item needs, in the order of the paths.
    var essential: [Drift] { drifts(missing) }

    /// All drifts, in the order of the paths.
    var all: [Drift] { drifts(missing.merging(changed) { max($0, $1) }) }

    private func drifts(_ counts: [String: Int]) -> [Drift] {
        if counts.isEmpty { return [] }
        let records = recordCounts
        return counts.sorted { $0.key < $1.key }.map { path, count in
            Drift(path: path, count: count, total: max(count, Self.total(for: path, of: records)))
        }
    }

    mutating func note(missing path: String) { missing[path, default: 0] += 1 }

    /// Notes a difference from the documentation in some records that does not prevent an item from being read.
    mutating func note(change path: String, in count: Int) {
        changed[path] = max(changed[path] ?? 0, count)
    }

    mutating func count(_ count: Int, in list: JSONValue) {
        lists.append((list, count))
    }

    /// The number of records under each path.
    private var recordCounts: [String: Int] {
        lists.reduce(into: [:]) { $0[$1.list.driftPath + "/*", default: 0] += $1.count }
    }

    /// The number of records in the innermost list on the path that was read record by record.
    private static func total(for path: String, of records: [String: Int]) -> Int {
        var place = path[...]
        while let star = place.utf8.lastIndex(of: UInt8(ascii: "*")) {
            if let count = records[String(place[...star])] { return count }
            place = place[..<star]
        }
        return 1
    }
}
