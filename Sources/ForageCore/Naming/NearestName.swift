/// Finds the name a person most likely meant among the valid ones.
package func nearestName(to typed: String, among names: some Sequence<String>) -> String? {
    let typed = Array(typed.lowercased().unicodeScalars.prefix(64))
    let tolerance = max(1, typed.count / 3)
    return
        names
        .map { (name: $0, distance: editDistance(typed, Array($0.lowercased().unicodeScalars.prefix(64)))) }
        .filter { $0.distance <= tolerance }
        .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?
        .name
}

/// How many letters must be added, dropped, changed or swapped with their neighbour.
private func editDistance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (row, letter) in one.enumerated() {
        var current = [row + 1]
        for (column, counterpart) in other.enumerated() {
            var cost = min(
                last[column + 1] + 1, current[column] + 1, last[column] + (letter == counterpart ? 0 : 1))
            if row > 0, column > 0, letter == other[column - 1], one[row - 1] == counterpart {
                cost = min(cost, beforeLast[column - 1] + 1)
            }
            current.append(cost)
        }
        (beforeLast, last) = (last, current)
    }
    return last[other.count]
}
