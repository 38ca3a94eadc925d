internal import ForageCore

/// A way to a fact of an item: `title`, `creator.name`.
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

/// The fields that a person wants to see, in the order they were named.
package struct FieldSelection: Hashable, Sendable {
    let paths: [FieldPath]

    /// Reads a list as it is typed: `id,title,creator.name`.
    package init(_ typed: String) throws(FieldError) {
        var paths: [FieldPath] = []
        for part in typed.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.filter { !$0.isWhitespace }
            guard Self.names.contains(name) else { throw FieldError(typed: name) }
            if !paths.contains(FieldPath(name)) { paths.append(FieldPath(name)) }
        }
        self.paths = paths
    }

    /// Whether it names what says why a result stands where it does.
    package var hasExplanation: Bool { paths.contains { $0.names.first == "explain" } }

    private init(names: [String]) { paths = names.map(FieldPath.init) }

    /// The same, and the ID.
    var withID: FieldSelection { FieldSelection(names: ["id"] + paths.map(\.text).filter { $0 != "id" }) }

    /// A column for every fact; what is inside of a list stays together.
    static let columns = FieldSelection(
        names: names.filter { name in
            if name.hasPrefix("explain") { return false }
            if lists.contains(where: { name.hasPrefix($0 + ".") }) { return false }
            return lists.contains(name) || !names.contains { $0.hasPrefix(name + ".") }
        })

    /// The same, and those that say why a result stands where it does.
    static let explainedColumns = FieldSelection(
        names: columns.paths.map(\.text) + [
            "explain.score", "explain.sortedBy", "explain.round", "explain.turn.provider",
            "explain.turn.number", "explain.terms", "explain.merged", "explain.from",
        ])

    /// What is known of an item beside its title and its credits, which stand above and below.
    static let facts = FieldSelection(
        names: names.filter {
            !$0.contains(".") && !["title", "attribution", "sources", "explain"].contains($0)
        }
            + ["sources.provider", "sources.id", "sources.pageURL"])

    private static let lists = ["sources", "renditions"]

    /// Every field there is, in the order of the output.
    package static let names =
        [
            "id", "kind", "title", "summary", "pageURL",
            "creator", "creator.name", "creator.url",
            "licence", "licence.id", "licence.name", "licence.url", "licence.permissions", "licence.duties",
            "attribution", "attribution.text", "attribution.html", "attribution.markdown",
            "attribution.source", "attribution.source.name", "attribution.source.url",
            "attribution.serviceLine", "attribution.serviceLine.name", "attribution.serviceLine.url",
            "sources", "sources.provider", "sources.id", "sources.pageURL", "sources.licence",
            "sources.licence.id", "sources.licence.name", "sources.licence.url",
            "sources.licence.permissions",
            "sources.licence.duties", "sources.attribution",
            "sources.attribution.text", "sources.attribution.html", "sources.attribution.markdown",
            "sources.attribution.source", "sources.attribution.source.name", "sources.attribution.source.url",
            "sources.attribution.serviceLine", "sources.attribution.serviceLine.name",
            "sources.attribution.serviceLine.url",
            "renditions", "renditions.role", "renditions.url", "renditions.type", "renditions.width",
            "renditions.height", "renditions.sizeSource", "renditions.template",
            "size", "size.width", "size.height",
            "publishedAt", "tags", "collection", "seconds",
            "place", "place.name", "place.latitude", "place.longitude",
            "camera", "camera.name", "camera.exposure", "camera.aperture", "camera.focalLength", "camera.iso",
            "altText", "content",
            "explain", "explain.score", "explain.sortedBy", "explain.round",
            "explain.turn", "explain.turn.provider", "explain.turn.number",
            "explain.terms", "explain.terms.provider", "explain.terms.id", "explain.terms.rank",
            "explain.terms.position", "explain.terms.weight", "explain.terms.value",
            "explain.terms.countedWith",
            "explain.terms.origin", "explain.terms.age", "explain.terms.filters",
            "explain.terms.filters.filter",
            "explain.terms.filters.handling",
            "explain.merged", "explain.merged.id", "explain.merged.with", "explain.merged.because",
            "explain.merged.key",
            "explain.from",
        ] + ItemField.allCases.map { "explain.from.\($0.rawValue)" }
}

/// A field was asked for that no item has.
package struct FieldError: Error, Hashable, Sendable, CustomStringConvertible {
    let typed: String

    package var description: String {
        let hint =
            nearestName(to: typed, among: FieldSelection.names).map { "did you mean \($0)?" }
            ?? "the fields are "
            + FieldSelection.names.filter { !$0.contains(".") }.joined(separator: ", ") + "."
        return typed.isEmpty ? "A field name is missing; \(hint)" : "There is no field \"\(typed)\"; \(hint)"
    }
}
