internal import JSON

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

/// Counts which paths were missing, in how many records of how many.
struct DriftTally {
    private var missing: [String: Int] = [:]
    private var changed: [String: Int] = [:]
    private var lists: [(list: JSONValue, count: Int)] = []

    /// Of what no item can do without, in the order of the paths.
    var essential: [Drift] { drifts(missing) }

    /// All that was counted, in the order of the paths.
    var all: [Drift] { drifts(missing.merging(changed) { max($0, $1) }) }

    private func drifts(_ counts: [String: Int]) -> [Drift] {
        if counts.isEmpty { return [] }
        let records = recordCounts
        return counts.sorted { $0.key < $1.key }.map { path, count in
            Drift(path: path, count: count, total: max(count, Self.total(for: path, of: records)))
        }
    }

    mutating func note(missing path: String) { missing[path, default: 0] += 1 }

    /// Notes what is not as documented in so many records, and costs no item.
    mutating func note(change path: String, in count: Int) {
        changed[path] = max(changed[path] ?? 0, count)
    }

    mutating func count(_ count: Int, in list: JSONValue) {
        lists.append((list, count))
    }

    /// How many records there are under each path.
    private var recordCounts: [String: Int] {
        lists.reduce(into: [:]) { $0[$1.list.driftPath + "/*", default: 0] += $1.count }
    }

    /// How many records there are at the innermost list on the path that was read record by record.
    private static func total(for path: String, of records: [String: Int]) -> Int {
        var place = path[...]
        while let star = place.utf8.lastIndex(of: UInt8(ascii: "*")) {
            if let count = records[String(place[...star])] { return count }
            place = place[..<star]
        }
        return 1
    }
}
