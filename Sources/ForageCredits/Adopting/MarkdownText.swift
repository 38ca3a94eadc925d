internal import ForageCore
internal import ForageDownloads
internal import Platform

/// A short text in Markdown: its words without marks, and its addresses.
struct MarkdownText {
    private(set) var words = ""
    private var addresses: [String] = []

    init(_ text: Substring) {
        var rest = text[...]
        var isCode = false
        while let sign = rest.first {
            if let link = Self.link(at: rest) {
                words += link.words.filter { !"`*".contains($0) }
                addresses.append(link.address)
                rest = link.rest
            } else if rest.hasPrefix("https://") || rest.hasPrefix("http://") {
                let address = Self.address(at: rest)
                addresses.append(String(address))
                rest = rest.dropFirst(address.count)
                // The address was alone in brackets.
                if words.last == "(", rest.first == ")" {
                    words.removeLast()
                    rest.removeFirst()
                }
            } else {
                rest = rest.dropFirst()
                if sign == "\\", let next = rest.popFirst() { words.append(next) }
                if sign == "`" { isCode.toggle() }
                // The pattern `*.png` may also be without marks.
                let isPattern = rest.first == "." && rest.dropFirst().first?.isLetter == true
                if !"\\`<>".contains(sign), isCode || sign != "*" || isPattern { words.append(sign) }
            }
        }
        words = String(words.trimmingWhitespace())
    }

    private static let greatestAddressLength = 1_000

    /// The address that a text begins with, where brackets are in pairs.
    private static func address(at text: Substring) -> Substring {
        var depth = 0
        var address = text.prefix { sign in
            if sign == "(" { depth += 1 }
            if sign == ")" { depth -= 1 }
            return depth >= 0 && !sign.isWhitespace && !"<>|".contains(sign)
        }
        while let last = address.last, ",.;:".contains(last) { address.removeLast() }
        return address
    }

    /// Reads `[words](address)` at the beginning of a text, where brackets in the address are in pairs.
    static func link(at text: Substring) -> (words: Substring, address: String, rest: Substring)? {
        guard text.hasPrefix("[") else { return nil }
        let words = text.dropFirst().prefix { !"[]".contains($0) }
        let start = text[words.endIndex...]
        guard start.hasPrefix("](") else { return nil }
        var depth = 0
        for (index, sign) in zip(start.indices, start).dropFirst(2).prefix(greatestAddressLength) {
            if sign == "(" { depth += 1 }
            guard sign == ")" else { continue }
            if depth > 0 {
                depth -= 1
                continue
            }
            let address = start[..<index].dropFirst(2).prefix { !$0.isWhitespace }
            return (words, address.filter { !"<>".contains($0) }, start[index...].dropFirst())
        }
        return nil
    }

    var urls: [WebURL] { addresses.compactMap { WebURL($0) } }
    var url: WebURL? { urls.first }

    /// The words, unless they only say that something is unknown.
    var stated: String? {
        let isUnknown = ["", "-", "–", "—", "?", "n/a", "none", "unknown", "tbd", "todo"].contains(
            words.lowercased())
        return isUnknown ? nil : words
    }

    /// The pictures that the words or the links name.
    var files: [String] {
        let relative = addresses.filter { !$0.contains(":") }.compactMap { PercentEncoding.decode($0[...]) }
        let named = words.split(separator: ",").map { name in
            let name = name.trimmingWhitespace()
            let quote = name.first.flatMap { "'\"".contains($0) ? $0 : nil }
            let plain = quote.map { sign in name.dropFirst().prefix { $0 != sign } } ?? name
            return String(plain.hasSuffix(".") ? plain.dropLast() : plain)
        }
        return [relative, named].lazy.map { $0.filter(FileType.isPictureName) }.first { !$0.isEmpty } ?? []
    }
}
