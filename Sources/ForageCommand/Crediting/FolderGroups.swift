internal import Platform

/// Rows about files for people, in which one row is for all that say the same about many files of a folder.
struct FolderGroups<Row> {
    /// The rows, with the text that names their files.
    private(set) var rows: [(row: Row, files: String)] = []

    /// The number of files from which on their rows are joined.
    private let leastCount = 3

    /// - Parameters:
    ///   - all: The rows, in order.
    ///   - path: The path of the file of a row.
    ///   - words: What a row says.
    init(_ all: [Row], path: (Row) -> String, words: (Row) -> String) {
        func key(_ row: Row) -> [String] { [words(row), folder(of: path(row))] }
        let counts = Dictionary(grouping: all, by: key).mapValues(\.count)
        var seen: Set<[String]> = []
        for row in all {
            let (key, path) = (key(row), path(row))
            let count = counts[key] ?? 1
            if count < leastCount {
                rows.append((row, path.printable()))
            } else if seen.insert(key).inserted {
                let place = key[1].isEmpty ? "this folder" : key[1].printable() + "/"
                rows.append((row, "\(count) pictures in \(place), such as \(path.printable())"))
            }
        }
    }
}

private func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
}
