internal import ForageCore
internal import Platform

/// The credits on a page in Markdown that Forage wrote.
struct CreditsMarkdown: Sendable {
    /// The credits by the paths of the files, as the page has them.
    private(set) var credits: [String: StatedCredit] = [:]

    /// Reads a page; lines in another form are left out.
    init(_ page: String) {
        for line in page.split(whereSeparator: \.isNewline) {
            guard line.hasPrefix("- ") else { continue }
            var reader = LineReader(line.dropFirst(2))
            guard let file = reader.link(), let credit = reader.credit(),
                file.address.hasPrefix("./") || file.address.hasPrefix("../"),
                let path = PercentEncoding.decode(
                    file.address.hasPrefix("./") ? file.address.dropFirst(2) : file.address[...])
            else { continue }
            credits[path] = credit
        }
    }

    private struct LineReader {
        private var rest: Substring

        init(_ line: Substring) { rest = line }

        /// Reads `[words](<address>)`.
        mutating func link() -> (words: String, address: String)? {
            var copy = rest
            guard copy.popFirst() == "[" else { return nil }
            var words = ""
            while let sign = copy.popFirst(), sign != "]" {
                words.append(sign == "\\" ? copy.popFirst() ?? sign : sign)
            }
            guard copy.hasPrefix("(<"), let end = copy.firstRange(of: ">)") else { return nil }
            rest = copy[end.upperBound...]
            return (words, String(copy[..<end.lowerBound].dropFirst(2)))
        }

        /// Reads plain words up to one of some signs.
        private mutating func words(before ends: [String]) -> String {
            var words = ""
            while let sign = rest.first, !ends.contains(where: rest.hasPrefix) {
                rest.removeFirst()
                words.append(sign == "\\" ? rest.popFirst() ?? sign : sign)
            }
            return words
        }

        private mutating func take(_ text: String) -> Bool {
            guard rest.hasPrefix(text) else { return false }
            rest.removeFirst(text.count)
            return true
        }

        private mutating func named(before ends: [String]) -> (words: String, url: WebURL?) {
            if let link = link() { return (link.words, WebURL(link.address)) }
            return (words(before: ends), nil)
        }

        mutating func credit() -> StatedCredit? {
            var credit = StatedCredit()
            if take(" (") {
                credit.alt = words(before: ["): "])
                guard take(")") else { return nil }
            }
            guard take(": "), let title = link() else { return nil }
            (credit.title, credit.page) = (title.words, WebURL(title.address))
            if take(" by ") {
                let creator = named(before: [", from [", " ("])
                credit.creator = Creator(name: creator.words, url: creator.url)
            }
            if take(", from ") {
                let source = named(before: [" ("])
                credit.source = source.url.map { NamedLink(source.words, $0) }
            }
            guard take(" (") else { return nil }
            let licence = named(before: [")"])
            if licence.words != "licence unknown" {
                credit.licence = Licence(name: licence.words, url: licence.url)
                credit.words = licence.words
            }
            return credit
        }
    }
}
