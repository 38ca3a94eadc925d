/// Computes the distance of words from one that was typed: the number of letters that must be added, removed, changed
/// or swapped with a neighbour.
///
/// Time and memory depend on the length of the words; no memory is allocated for each word.
package struct EditDistance {
    private let typed: [Unicode.Scalar]
    // The last three rows of the table, reused for each word.
    private var beforeLast: [Int]
    private var last: [Int]
    private var current: [Int]

    /// Prepares for comparing words with one.
    package init(from typed: some Sequence<Unicode.Scalar>) {
        self.typed = Array(typed)
        beforeLast = Array(repeating: 0, count: self.typed.count + 1)
        last = beforeLast
        current = beforeLast
    }

    /// Returns the distance to a word; nil if it exceeds the limit.
    package mutating func distance(to word: [Unicode.Scalar], upTo limit: Int) -> Int? {
        guard abs(typed.count - word.count) <= limit else { return nil }
        for column in last.indices { last[column] = column }
        for (row, letter) in word.enumerated() {
            fill(row, of: word, letter)
            (beforeLast, last, current) = (last, current, beforeLast)
            // Values in later rows are at least the minimum of this row, or that of the row before it plus one.
            if isBeyond(limit) { return nil }
        }
        return last[typed.count] <= limit ? last[typed.count] : nil
    }

    private mutating func fill(_ row: Int, of word: [Unicode.Scalar], _ letter: Unicode.Scalar) {
        current[0] = row + 1
        for (column, counterpart) in typed.enumerated() {
            var cost = min(
                last[column + 1] + 1, current[column] + 1, last[column] + (letter == counterpart ? 0 : 1))
            if row > 0, column > 0, letter == typed[column - 1], word[row - 1] == counterpart {
                cost = min(cost, beforeLast[column - 1] + 1)
            }
            current[column + 1] = cost
        }
    }

    private func isBeyond(_ limit: Int) -> Bool {
        last.allSatisfy { $0 > limit } && beforeLast.allSatisfy { $0 >= limit }
    }
}

/// Returns the valid name that a user most likely meant.
package func nearestName(to typed: String, among names: some Sequence<String>) -> String? {
    let typed = typed.lowercased().unicodeScalars.prefix(64)
    let tolerance = max(1, typed.count / 3)
    var distance = EditDistance(from: typed)
    return
        names
        .compactMap { name in
            distance.distance(to: Array(name.lowercased().unicodeScalars.prefix(64)), upTo: tolerance)
                .map { (name: name, distance: $0) }
        }
        .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?
        .name
}
