/// A table of cells that are Markdown already.
enum MarkdownLines {
    static func table(_ heading: [String], _ rows: [[String]]) -> String {
        ([heading, heading.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }
            .joined()
    }
}
