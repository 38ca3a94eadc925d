package import ForageCore

/// The path to a fact of an item: `title`, `creator.name`.
struct FieldPath: Hashable, Sendable {
    let names: ArraySlice<String>

    init(_ text: String) {
        names = text.split(separator: ".").map(String.init)[...]
    }

    private init(names: ArraySlice<String>) {
        self.names = names
    }

    var rest: FieldPath { FieldPath(names: names.dropFirst()) }
    var text: String { names.joined(separator: ".") }
}

/// The fields that a user selected, in their order.
package struct FieldSelection: Hashable, Sendable {
    let paths: [FieldPath]

    /// Reads a list as typed: `id,title,creator.name`.
    package init(_ typed: String) throws(QueryError) {
        var paths: [FieldPath] = []
        for part in typed.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.filter { !$0.isWhitespace }
            guard Self.names.contains(name) else { throw .option(Self.advice(on: name)) }
            if !paths.contains(FieldPath(name)) { paths.append(FieldPath(name)) }
        }
        self.paths = paths
    }

    private static func advice(on typed: String) -> String {
        let hint =
            nearestName(to: typed, among: names).map { "did you mean \($0)?" }
            ?? "the fields are " + names.filter { !$0.contains(".") }.joined(separator: ", ") + "."
        return typed.isEmpty ? "A field name is missing; \(hint)" : "Unknown field \"\(typed)\"; \(hint)"
    }

    /// Indicates whether it includes the explanation of a result's rank.
    package var hasExplanation: Bool { paths.contains { $0.names.first == "explain" } }

    private init(names: [String]) { paths = names.map(FieldPath.init) }

    /// The same selection with the ID.
    var withID: FieldSelection { FieldSelection(names: ["id"] + paths.map(\.text).filter { $0 != "id" }) }

    /// A column for every fact; the contents of a list share one column.
    static let columns = FieldSelection(
        names: names.filter { name in
            if name.hasPrefix("explain") { return false }
            if lists.contains(where: { name.hasPrefix($0 + ".") }) { return false }
            return lists.contains(name) || !names.contains { $0.hasPrefix(name + ".") }
        })

    /// The same columns and those of the explanation.
    static let explainedColumns = FieldSelection(
        names: columns.paths.map(\.text) + [
            "explain.score", "explain.sortedBy", "explain.round", "explain.turn.provider",
            "explain.turn.number", "explain.terms", "explain.merged", "explain.from",
        ])

    /// The facts of an item except the title and the credits, which are shown above and below.
    static let facts = FieldSelection(
        names: names.filter {
            !$0.contains(".") && !["title", "attribution", "sources", "explain"].contains($0)
        }
            + ["sources.provider", "sources.id", "sources.pageURL"])

    private static let lists = ["sources", "renditions"]

    /// All fields, in the order of the output.
    package static let names = Item.recordNames + Explanation.recordNames
}
