internal import ForageCore
internal import Markup

/// The text of a short piece of Markdown without its marks.
///
/// Links and pictures are reduced to their words, lists and headings to their lines; code is unchanged. HTML in the
/// text is read as HTML. The time for each step is proportional to the length of the text.
struct MarkdownText {
    /// The text on one line; nil if it is empty.
    let plain: String?

    init(_ markdown: String) {
        let text = HTMLFragment(Self.html(of: markdown.readable)).text
        plain = text.isEmpty ? nil : text
    }

    /// Returns the words of all lines on one line, with HTML as the only markup.
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

    /// Returns the words of several lines, one after another.
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

/// A line of Markdown, as a range of bytes that contains only its words.
struct MarkdownBlock {
    private(set) var place: Range<Int>

    /// Removes the marks of a heading, list item or quotation; returns nil for a rule or a code fence.
    init?(_ line: Range<Int>, in text: Span<UInt8>) {
        place = line
        trim(text)
        guard !place.isEmpty, text[place.lowerBound].mayOpenBlock else { return }
        while count(of: UInt8(ascii: ">"), text) > 0 { drop(1, text) }
        if isFence(text) || isRule(text) { return nil }
        drop(markerLength(text), text)
        drop(headingLength(text), text)
    }

    private mutating func drop(_ count: Int, _ text: Span<UInt8>) {
        if count == 0 { return }
        place = (place.lowerBound + count)..<place.upperBound
        trim(text)
    }

    private mutating func trim(_ text: Span<UInt8>) {
        var (start, end) = (place.lowerBound, place.upperBound)
        while start < end, text.spaceLength(at: start) > 0 { start += text.spaceLength(at: start) }
        while end > start, text[end - 1].isSpace { end -= 1 }
        place = start..<end
    }

    /// Returns the number of occurrences of a character at the start.
    private func count(of sign: UInt8, _ text: Span<UInt8>) -> Int {
        text.extracting(place).firstIndex { $0 != sign } ?? place.count
    }

    private func isFence(_ text: Span<UInt8>) -> Bool {
        count(of: UInt8(ascii: "`"), text) >= 3 || count(of: UInt8(ascii: "~"), text) >= 3
    }

    private func isRule(_ text: Span<UInt8>) -> Bool {
        guard let sign = place.first.map({ text[$0] }), sign.mayRule else { return false }
        var signCount = 0
        var index = place.lowerBound
        while index < place.upperBound {
            let spaceLength = text.spaceLength(at: index)
            if spaceLength == 0, text[index] != sign { return false }
            signCount += spaceLength == 0 ? 1 : 0
            index += max(1, spaceLength)
        }
        return signCount >= 3
    }

    /// Returns the length of a marker `-`, `*`, `+` or `12.`, or 0 if no white space follows.
    private func markerLength(_ text: Span<UInt8>) -> Int {
        let line = text.extracting(place)
        let digitCount = line.firstIndex { !$0.isDigit } ?? line.count
        guard digitCount < line.count - 1, line.spaceLength(at: digitCount + 1) > 0 else { return 0 }
        let isMarker = digitCount == 0 ? line[0].mayMarkItem : digitCount < 10 && line[digitCount].endsNumber
        return isMarker ? digitCount + 1 : 0
    }

    /// Returns the number of hashes, or 0 if the line is not a heading.
    private func headingLength(_ text: Span<UInt8>) -> Int {
        let hashes = count(of: UInt8(ascii: "#"), text)
        let isEnd = hashes == place.count || text.spaceLength(at: place.lowerBound + hashes) > 0
        return hashes <= 6 && isEnd ? hashes : 0
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || (0x09...0x0D).contains(self) }

    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var endsNumber: Bool { self == UInt8(ascii: ".") || self == UInt8(ascii: ")") }

    fileprivate var mayMarkItem: Bool {
        self == UInt8(ascii: "-") || self == UInt8(ascii: "*") || self == UInt8(ascii: "+")
    }

    fileprivate var mayRule: Bool {
        self == UInt8(ascii: "-") || self == UInt8(ascii: "*") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "=")
    }

    /// Indicates whether a line with this first byte may have a special meaning.
    var mayOpenBlock: Bool {
        switch self {
        case UInt8(ascii: ">"), UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "#"): true
        default: mayRule || mayMarkItem || isDigit
        }
    }
}

extension String {
    /// The part of the text that is read, which is much longer than any excerpt.
    fileprivate var readable: String { utf8.count <= 4_000 ? self : String(prefix(4_000)) }
}

extension Span<UInt8> {
    /// Indicates whether the text is one line that starts with a word and contains no marks.
    fileprivate var isOrdinary: Bool {
        guard !isEmpty, self[0] > UInt8(ascii: " "), !self[0].mayOpenBlock else { return false }
        return nextMark(from: 0) == nil && allSatisfy { !$0.endsLine }
    }
}

extension UInt8 {
    fileprivate var endsLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}

extension Span<UInt8> {
    /// Returns the length of the space at a position in bytes, or 0 for anything else.
    fileprivate func spaceLength(at place: Int) -> Int {
        if self[place].isSpace { return 1 }
        let isUnbroken = self[place] == 0xC2 && place + 1 < count && self[place + 1] == 0xA0
        return isUnbroken ? 2 : 0
    }
}
