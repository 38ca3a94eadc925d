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
        let text = HTMLFragment(Self.html(of: markdown.readable)).text
        plain = text.isEmpty ? nil : text
    }

    /// The words of all lines on one, with no marks but HTML.
    private static func html(of markdown: String) -> String {
        let bytes = markdown.utf8.span
        if bytes.isOrdinary { return markdown }
        if bytes.firstIndex(where: \.endsLine) != nil {
            let words = words(of: bytes)
            return MarkdownLine.html(of: words.span)
        }
        guard let block = MarkdownBlock(0..<bytes.count, in: bytes) else { return "" }
        return MarkdownLine.html(of: bytes.extracting(block.place))
    }

    /// The words of several lines, one behind the other.
    private static func words(of markdown: Span<UInt8>) -> [UInt8] {
        var words: [UInt8] = []
        words.reserveCapacity(markdown.count)
        var end = 0
        while let start = markdown.firstIndex(from: end, where: { !$0.endsLine }) {
            end = markdown.firstIndex(from: start, where: \.endsLine) ?? markdown.count
            guard let block = MarkdownBlock(start..<end, in: markdown) else { continue }
            if !words.isEmpty { words.append(UInt8(ascii: " ")) }
            markdown.extracting(block.place).withUnsafeBufferPointer { words.append(contentsOf: $0) }
        }
        return words
    }
}

extension String {
    /// As much of it as is read: many times as long as any excerpt.
    fileprivate var readable: String { utf8.count <= 4_000 ? self : String(prefix(4_000)) }
}

extension Span<UInt8> {
    /// Whether it is one line that starts with a word and holds no marks.
    fileprivate var isOrdinary: Bool {
        guard !isEmpty, self[0] > UInt8(ascii: " "), !self[0].mayOpenBlock else { return false }
        return nextMark(from: 0) == nil && allSatisfy { !$0.endsLine }
    }
}

extension UInt8 {
    fileprivate var endsLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
