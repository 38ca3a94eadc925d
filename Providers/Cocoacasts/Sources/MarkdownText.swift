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
        let lines = markdown.readable.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        var inline = MarkdownLine(lines.compactMap { Self.words(of: Substring($0)) }.joined(separator: " "))
        let text = HTMLFragment(inline.html()).text
        plain = text.isEmpty ? nil : text
    }

    /// A line without what makes it a heading, an item of a list or a quotation; nil for a mere rule.
    private static func words(of line: Substring) -> Substring? {
        var rest = line.trimmingWhitespace()
        guard let first = rest.utf8.first, !first.startsWords else { return rest }
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
        let signs = line.filter { !$0.isWhitespace }
        return signs.count >= 3 && signs.allSatisfy { $0 == sign }
    }

    /// How long `- `, `* `, `+ ` or `12. ` at the start of a line is.
    private static func listMarker(of line: Substring) -> Int? {
        let digits = line.prefix { $0.isASCII && $0.isNumber }.count
        let marker = line.dropFirst(digits).prefix(2)
        guard let sign = marker.first, marker.count == 2, marker.last?.isWhitespace == true else {
            return nil
        }
        let isMarker = digits == 0 ? "-*+".contains(sign) : digits < 10 && ".)".contains(sign)
        return isMarker ? digits + 1 : nil
    }
}

extension String {
    /// As much of it as is read: many times as long as any excerpt.
    fileprivate var readable: Substring { utf8.count <= 4_000 ? self[...] : prefix(4_000) }
}

extension UInt8 {
    /// Whether a line that begins so is an ordinary one.
    fileprivate var startsWords: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }
}
