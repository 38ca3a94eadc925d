/// The list of a project's pictures with their credits: the contents of a file `credits.lock`.
package struct CreditsLock: Hashable, Sendable {
    package var policy: LockPolicy
    /// The pictures, in the order of their paths.
    package private(set) var entries: [LockEntry]
    /// The lines on which the entries begin, if they were read from a file.
    private let lines: [String: Int]

    static let version = 1

    /// Creates a lock without pictures.
    package init() { self.init(policy: .initial, entries: [], lines: [:]) }

    /// Creates a lock of entries with different paths.
    init(policy: LockPolicy, entries: [LockEntry], lines: [String: Int]) {
        self.policy = policy
        self.entries = entries.sorted(by: Self.areInOrder)
        self.lines = lines
    }

    /// The entry of a file.
    package subscript(path path: String) -> LockEntry? { place(of: path).map { entries[$0] } }

    /// The line on which a file's entry begins; nil if it was not read from a file.
    package func line(of path: String) -> Int? { lines[path] }

    /// Adds entries, and replaces those with the same paths.
    package mutating func put(_ new: [LockEntry]) {
        var byPath = Dictionary(entries.map { ($0.path, $0) }) { $1 }
        for entry in new { byPath[entry.path] = entry }
        entries = byPath.values.sorted(by: Self.areInOrder)
    }

    /// Removes the entries of some files.
    package mutating func remove(_ paths: Set<String>) { entries.removeAll { paths.contains($0.path) } }

    private func place(of path: String) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].path.utf8.lexicographicallyPrecedes(path.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < entries.count && entries[low].path == path ? low : nil
    }

    /// The order does not depend on a language, so that every machine writes the same file.
    private static func areInOrder(_ one: LockEntry, _ other: LockEntry) -> Bool {
        one.path.utf8.lexicographicallyPrecedes(other.path.utf8)
    }
}
