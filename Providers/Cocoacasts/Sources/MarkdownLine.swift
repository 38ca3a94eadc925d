internal import ForageCore
internal import Markup

/// Removes the inline marks of Markdown in one pass.
///
/// All marks are ASCII, so the text is read as bytes. Plain characters that have a meaning in HTML are escaped.
struct MarkdownLine {
    private var place = 0
    /// The output so far. It contains marks that may still be matched; matched marks are overwritten.
    private var written: [UInt8] = []
    /// The last byte of the most recent output; nil if that was empty.
    private var lastSign: UInt8?
    private var openMarks = OpenMarks()
    private var openBrackets: [Bracket] = []

    /// An opening bracket. That of a picture follows an exclamation mark.
    private struct Bracket {
        let place: Int
        let isOfPicture: Bool
    }

    /// Returns a text in which HTML is the only markup.
    static func html(of text: Span<UInt8>) -> String {
        guard let first = text.nextMark(from: 0) else { return text.text }
        var line = MarkdownLine()
        line.written.reserveCapacity(text.count)
        line.take(first, text)
        while line.place < text.count { line.readOn(text) }
        return line.html
    }

    private mutating func readOn(_ text: Span<UInt8>) {
        switch text[place] {
        case UInt8(ascii: "\\"): takeEscape(text)
        case UInt8(ascii: "`"): takeCode(text)
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): takeMarks(text)
        case UInt8(ascii: "["): takeOpeningBracket(text)
        case UInt8(ascii: "]"): takeClosingBracket(text)
        case UInt8(ascii: "<"): takeAngle(text)
        default: take((text.nextMark(from: place) ?? text.count) - place, text)
        }
    }

    /// The output without matched marks.
    private var html: String {
        let written = written.span
        return String(unsafeUninitializedCapacity: written.count) { html in
            var end = 0
            for index in written.indices where written[index] != .nothing {
                html[end] = written[index]
                end += 1
            }
            return end
        }
    }

    /// Copies the next bytes unchanged.
    private mutating func take(_ count: Int, _ text: Span<UInt8>) {
        write(text.extracting(place..<(place + count)))
        place += count
    }

    private mutating func write(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { written.append(contentsOf: $0) }
        lastSign = bytes.isEmpty ? nil : bytes[bytes.count - 1]
    }

    /// Writes bytes, escaped for HTML.
    private mutating func write(escaped bytes: Span<UInt8>) {
        if bytes.allSatisfy(\.standsForItself) { return write(bytes) }
        let escaped = bytes.text.escapedForHTML
        write(escaped.utf8.span)
    }

    /// Removes marks from the output.
    private mutating func remove(_ marks: Range<Int>) {
        for place in marks { written[place] = .nothing }
    }

    private mutating func takeEscape(_ text: Span<UInt8>) {
        guard let next = text.byte(at: place + 1), next.isPunctuation else { return take(1, text) }
        write(escaped: text.extracting((place + 1)...(place + 1)))
        place += 2
    }
}

// MARK: - Code and addresses

extension MarkdownLine {
    /// Reads code between equal numbers of backticks.
    private mutating func takeCode(_ text: Span<UInt8>) {
        let ticks = text.count(of: UInt8(ascii: "`"), at: place)
        var end = place + ticks
        while end < text.count {
            let found = text.count(of: UInt8(ascii: "`"), at: end)
            if found == ticks {
                write(escaped: text.extracting((place + ticks)..<end))
                place = end + ticks
                return
            }
            end += max(1, found)
        }
        take(ticks, text)
    }

    /// Reads an address in angle brackets; anything else may be HTML.
    private mutating func takeAngle(_ text: Span<UInt8>) {
        guard let end = text.next(UInt8(ascii: ">"), from: place + 1, before: "< ") else {
            return take(1, text)
        }
        let inside = text.extracting((place + 1)..<end)
        guard WebURL(inside.text) != nil else { return take(1, text) }
        write(escaped: inside)
        place = end + 1
    }
}

// MARK: - Links

extension MarkdownLine {
    private mutating func takeOpeningBracket(_ text: Span<UInt8>) {
        let isOfPicture = lastSign == UInt8(ascii: "!")
        openBrackets.append(Bracket(place: written.count, isOfPicture: isOfPicture))
        take(1, text)
    }

    /// Reads the end of a link's text, if an address or a reference follows.
    private mutating func takeClosingBracket(_ text: Span<UInt8>) {
        guard let opening = openBrackets.popLast(), let end = text.endOfTarget(from: place + 1) else {
            return take(1, text)
        }
        remove((opening.isOfPicture ? opening.place - 1 : opening.place)..<opening.place + 1)
        place = end
    }
}

extension Span<UInt8> {
    fileprivate func endOfTarget(from start: Int) -> Int? {
        switch byte(at: start) {
        case UInt8(ascii: "("): endOfAddress(from: start)
        case UInt8(ascii: "["): next(UInt8(ascii: "]"), from: start + 1, before: "[").map { $0 + 1 }
        default: nil
        }
    }

    /// Returns the position after the matching closing bracket. Addresses may contain pairs of brackets.
    private func endOfAddress(from start: Int) -> Int? {
        var depth = 0
        for place in start..<count {
            switch self[place] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")") where depth == 1: return place + 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "["), UInt8(ascii: "]"): return nil
            default: break
            }
        }
        return nil
    }
}

// MARK: - Emphasis

extension MarkdownLine {
    /// Reads a run of marks. It closes earlier runs of the same mark as far as possible, and the remaining marks open a
    /// new run.
    private mutating func takeMarks(_ text: Span<UInt8>) {
        let sign = text[place]
        let run = text.count(of: sign, at: place)
        let before = text.byte(at: place - 1) ?? UInt8(ascii: " ")
        let after = text.byte(at: place + run) ?? UInt8(ascii: " ")
        var rest = run
        let isInWord = sign == UInt8(ascii: "_") && before.isWordPart && after.isWordPart
        if !isInWord, before > UInt8(ascii: " ") { rest = close(rest, sign) }
        let canOpen = sign != UInt8(ascii: "~") || rest > 1
        write(text.extracting(place..<(place + rest)))
        if !isInWord, after > UInt8(ascii: " "), rest > 0, canOpen {
            openMarks.append(OpenMarks.Mark(end: written.count, count: rest), sign)
        }
        place += run
    }

    /// Closes open runs with a number of marks, and returns the number of unused marks.
    private mutating func close(_ count: Int, _ sign: UInt8) -> Int {
        var rest = count
        while rest > 0, var opener = openMarks.popLast(sign) {
            let pairs = min(rest, opener.count)
            remove((opener.end - pairs)..<opener.end)
            rest -= pairs
            opener.count -= pairs
            opener.end -= pairs
            if opener.count > 0 { openMarks.append(opener, sign) }
        }
        return rest
    }
}

/// The open runs of marks in a line of Markdown, by their character.
struct OpenMarks {
    private var stars: [Mark] = []
    private var lines: [Mark] = []
    private var tildes: [Mark] = []

    /// A run of marks, identified by its end.
    struct Mark {
        var end: Int
        var count: Int
    }

    mutating func append(_ mark: Mark, _ sign: UInt8) {
        switch sign {
        case UInt8(ascii: "*"): stars.append(mark)
        case UInt8(ascii: "_"): lines.append(mark)
        default: tildes.append(mark)
        }
    }

    mutating func popLast(_ sign: UInt8) -> Mark? {
        switch sign {
        case UInt8(ascii: "*"): stars.popLast()
        case UInt8(ascii: "_"): lines.popLast()
        default: tildes.popLast()
        }
    }
}

extension Span<UInt8> {
    fileprivate func byte(at place: Int) -> UInt8? { indices.contains(place) ? self[place] : nil }

    fileprivate func count(of byte: UInt8, at place: Int) -> Int {
        (firstIndex(from: place) { $0 != byte } ?? count) - place
    }

    /// Returns the position of the next occurrence of a byte, unless one of the others comes first. No part is searched
    /// twice.
    fileprivate func next(_ wanted: UInt8, from start: Int, before others: String) -> Int? {
        let found = firstIndex(from: start) { $0 == wanted || others.utf8.contains($0) }
        return found.flatMap { self[$0] == wanted ? $0 : nil }
    }
}

extension UInt8 {
    /// A byte that does not occur in UTF-8.
    fileprivate static var nothing: UInt8 { 0xFF }

    /// Indicates whether the byte has no meaning in HTML.
    fileprivate var standsForItself: Bool { isWordPart || self == UInt8(ascii: " ") }

    fileprivate var isPunctuation: Bool { (0x21...0x7E).contains(self) && !isWordPart }

    /// Indicates whether the byte is part of a word. All characters beyond ASCII count as letters.
    fileprivate var isWordPart: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
            true
        default: false
        }
    }
}
