internal import ForageCore

extension Record {
    /// The facts with their names, what is inside of one beneath it.
    var htmlList: String {
        "<dl>\n" + members.map { "<dt>\($0.name.asHTML)</dt><dd>\($0.html)</dd>\n" }.joined() + "</dl>\n"
    }
}

extension Record.Member {
    fileprivate var html: String {
        if case .text(let text) = fact, isAddress, let url = WebURL(text) { return text.htmlLink(to: url) }
        return fact.html
    }
}

extension Fact {
    fileprivate var html: String {
        switch self {
        case .text(let text): text.asIsolatedHTML
        case .whole, .decimal: columnText
        case .record(let record): "\n" + record.htmlList
        case .list(let facts):
            facts.contains(where: \.isRecord)
                ? "\n" + facts.map(\.html).joined() : facts.map(\.html).joined(separator: ", ")
        }
    }
}
