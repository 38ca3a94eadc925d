internal import ForageCore

/// A provider in one line of a table in Markdown.
struct ProviderLine {
    private let about: About

    init(_ about: About) { self.about = about }

    static let heading = ["provider", "what it brings", "kinds", "key", "filters", "terms"]

    var cells: [String] {
        [
            NamedLink(about.name, about.site).asMarkdown, about.summary.asMarkdown,
            about.kinds.sorted().map(\.rawValue).joined(separator: ", "), key,
            filters.isEmpty ? "none" : filters.joined(separator: ", "), terms,
        ]
    }

    private var key: String {
        let keys = about.keys.map { key in
            let name = "[`\(key.variable)`](<\(key.page)>)"
            return key.isRequired ? name : name + " (optional)"
        }
        return keys.isEmpty ? "none" : keys.joined(separator: ", ")
    }

    private var filters: [String] { about.capabilities.filters.map(\.field).sorted() }

    private var terms: String { about.terms.url.map { "[terms](<\($0)>)" } ?? "none" }
}
