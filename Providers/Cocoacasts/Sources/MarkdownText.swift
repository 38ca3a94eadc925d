internal import ForageCore
internal import Markup

/// What a short Markdown text says, without its marks.
///
/// Links and pictures leave their words, lists and headings their lines; code keeps every sign. HTML inside
/// it is read as HTML. Each step takes time in proportion to the text, whatever it holds.
struct MarkdownText {
    /// The text on one line; nil if nothing is left.
    let plain: String?

    init(_ markdown: String) {
        var line = MarkdownLine(Self.words(of: markdown.readable.utf8.span))
        let text = HTMLFragment(line.html()).text
        plain = text.isEmpty ? nil : text
    }

    /// The words of all lines on one.
    private static func words(of markdown: Span<UInt8>) -> [UInt8] {
        var words: [UInt8] = []
        words.reserveCapacity(markdown.count)
        var end = 0
        while let start = markdown.firstIndex(from: end, where: { !$0.endsLine }) {
            end = markdown.firstIndex(from: start, where: \.endsLine) ?? markdown.count
            let line = markdown.extracting(start..<end).text
            guard let text = Self.words(of: line) else { continue }
            if !words.isEmpty { words.append(UInt8(ascii: " ")) }
            text.utf8.span.withUnsafeBufferPointer { words.append(contentsOf: $0) }
        }
        return words
    }

    /// A line without what makes it a heading, an item of a list or a quotation; nil for a mere rule.
    private static func words(of line: String) -> Substring? {
        var rest = line.trimmingWhitespace()
        guard let first = rest.utf8.first, first.mayOpenBlock else { return rest }
        while rest.hasPrefix(">") { rest = rest.dropFirst().trimmingWhitespace() }
        if rest.hasPrefix("```") || rest.hasPrefix("~~~") || isRule(rest) { return nil }
        if let marker = listMarker(of: rest) { rest = rest.dropFirst(marker).trimmingWhitespace() }
        let hashes = rest.prefix { $0 == "#" }.count
        if (1...6).contains(hashes), rest.dropFirst(hashes).first.map(\.isWhitespace) ?? true {
            rest = rest.dropFirst(hashes).trimmingWhitespace()
        }
        return rest
    }

    private static func isRule(_ line: Substring) -> Bool {
        guard let sign = line.first, "-*_=".contains(sign) else { return false }
        return line.allSatisfy { $0 == sign || $0.isWhitespace } && line.count { $0 == sign } >= 3
    }

    /// How long `- `, `* `, `+ ` or `12. ` at the start of a line is.
    private static func listMarker(of line: Substring) -> Int? {
        let digits = line.unicodeScalars.prefix { ("0"..."9").contains($0) }.count
        let marker = line.unicodeScalars.dropFirst(digits).prefix(2)
        guard let sign = marker.first, marker.count == 2, marker.last?.properties.isWhitespace == true else {
            return nil
        }
        let isMarker =
            digits == 0
            ? sign == "-" || sign == "*" || sign == "+" : digits < 10 && (sign == "." || sign == ")")
        return isMarker ? digits + 1 : nil
    }
}

extension String {
    /// As much of it as is read: many times as long as any excerpt.
    fileprivate var readable: String { utf8.count <= 4_000 ? self : String(prefix(4_000)) }
}

extension UInt8 {
    fileprivate var endsLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

    /// Whether a line that begins so may be more than an ordinary one.
    fileprivate var mayOpenBlock: Bool {
        switch self {
        case UInt8(ascii: ">"), UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "-"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: "#"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
