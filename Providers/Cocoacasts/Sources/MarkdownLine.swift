internal import ForageCore

/// The marks inside a line of Markdown, taken out one after the other.
///
/// Every mark is ASCII, so the text is read as bytes. What stands in it as it is, and might be taken for
/// HTML, is escaped on the way.
struct MarkdownLine {
    private let text: [UInt8]
    private var place = 0
    /// The text so far, with marks whose partner may yet come.
    private var written: [UInt8] = []
    /// The last byte of what was written last; nil if that was nothing.
    private var lastSign: UInt8?
    /// The marks that found their partner, as places in what is written.
    private var taken: [Range<Int>] = []
    private var openMarks = OpenMarks()
    private var openBrackets: [Bracket] = []

    /// A run of marks, by where it ends.
    private struct Mark {
        var end: Int
        var count: Int
    }

    /// The runs that are open, by their sign.
    private struct OpenMarks {
        private var stars: [Mark] = []
        private var lines: [Mark] = []
        private var tildes: [Mark] = []

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

    /// An opening bracket; that of a picture has a sign in front.
    private struct Bracket {
        let place: Int
        let isOfPicture: Bool
    }

    init(_ text: [UInt8]) { self.text = text }

    /// The text with no marks but HTML.
    mutating func html() -> String {
        guard let first = text.span.firstIndex(where: \.isMark) else {
            return String(decoding: text, as: UTF8.self)
        }
        written.reserveCapacity(text.count)
        take(first)
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "\\"): takeEscape()
            case UInt8(ascii: "`"): takeCode()
            case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): takeMarks()
            case UInt8(ascii: "["): takeOpeningBracket()
            case UInt8(ascii: "]"): takeClosingBracket()
            case UInt8(ascii: "<"): takeAngle()
            default: take((text.span.firstIndex(from: place, where: \.isMark) ?? text.count) - place)
            }
        }
        return String(decoding: writtenWithoutMarks, as: UTF8.self)
    }

    private var writtenWithoutMarks: [UInt8] {
        if taken.isEmpty { return written }
        var left: [UInt8] = []
        left.reserveCapacity(written.count)
        var start = 0
        for mark in taken.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            left.append(contentsOf: written[start..<mark.lowerBound])
            start = mark.upperBound
        }
        return left + written[start...]
    }

    /// Keeps the next bytes as they are.
    private mutating func take(_ count: Int) {
        write(text[place..<(place + count)])
        place += count
    }

    private mutating func write(_ bytes: ArraySlice<UInt8>) {
        written.append(contentsOf: bytes)
        lastSign = bytes.last
    }

    private mutating func takeEscape() {
        guard let next = byte(at: place + 1), next.isPunctuation else { return take(1) }
        write(text[(place + 1)...(place + 1)].escaped)
        place += 2
    }

    private func byte(at place: Int) -> UInt8? { text.indices.contains(place) ? text[place] : nil }

    private func count(of byte: UInt8, at place: Int) -> Int {
        (text.span.firstIndex(from: place) { $0 != byte } ?? text.count) - place
    }

    /// Where a byte is next, if none of the others comes before it: so no part is searched twice.
    private func next(_ wanted: UInt8, from start: Int, before others: String) -> Int? {
        let found = text.span.firstIndex(from: start) { $0 == wanted || others.utf8.contains($0) }
        return found.flatMap { text[$0] == wanted ? $0 : nil }
    }
}

// MARK: - Code and addresses

extension MarkdownLine {
    /// Code between as many backticks on either side.
    private mutating func takeCode() {
        let ticks = count(of: UInt8(ascii: "`"), at: place)
        var end = place + ticks
        while end < text.count {
            let found = count(of: UInt8(ascii: "`"), at: end)
            if found == ticks { return takeCode(to: end, ticks) }
            end += max(1, found)
        }
        take(ticks)
    }

    private mutating func takeCode(to end: Int, _ ticks: Int) {
        write(text[(place + ticks)..<end].escaped)
        place = end + ticks
    }

    /// An address in angle brackets; anything else may be HTML.
    private mutating func takeAngle() {
        guard let end = next(UInt8(ascii: ">"), from: place + 1, before: "< ") else { return take(1) }
        let inside = text[(place + 1)..<end]
        guard WebURL(String(decoding: inside, as: UTF8.self)) != nil else { return take(1) }
        write(inside.escaped)
        place = end + 1
    }
}

// MARK: - Links

extension MarkdownLine {
    private mutating func takeOpeningBracket() {
        let isOfPicture = lastSign == UInt8(ascii: "!")
        openBrackets.append(Bracket(place: written.count, isOfPicture: isOfPicture))
        take(1)
    }

    /// The end of a link's words, if an address or a reference follows.
    private mutating func takeClosingBracket() {
        guard let opening = openBrackets.popLast(), let end = endOfTarget(from: place + 1) else {
            return take(1)
        }
        taken.append((opening.isOfPicture ? opening.place - 1 : opening.place)..<opening.place + 1)
        place = end
    }

    private func endOfTarget(from start: Int) -> Int? {
        switch byte(at: start) {
        case UInt8(ascii: "("): endOfAddress(from: start)
        case UInt8(ascii: "["): next(UInt8(ascii: "]"), from: start + 1, before: "[").map { $0 + 1 }
        default: nil
        }
    }

    /// Behind the bracket that closes the one at the start; addresses may hold pairs of them.
    private func endOfAddress(from start: Int) -> Int? {
        var depth = 0
        for place in start..<text.count {
            switch text[place] {
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
    /// A run of marks closes what an earlier run of the same opened, as far as both go, and opens with the
    /// rest.
    private mutating func takeMarks() {
        let sign = text[place]
        let run = count(of: sign, at: place)
        let before = byte(at: place - 1) ?? UInt8(ascii: " ")
        let after = byte(at: place + run) ?? UInt8(ascii: " ")
        var rest = run
        let isInWord = sign == UInt8(ascii: "_") && before.isWordPart && after.isWordPart
        if !isInWord, before > UInt8(ascii: " ") { rest = close(rest, sign) }
        let canOpen = sign != UInt8(ascii: "~") || rest > 1
        write(text[place..<(place + rest)])
        if !isInWord, after > UInt8(ascii: " "), rest > 0, canOpen {
            openMarks.append(Mark(end: written.count, count: rest), sign)
        }
        place += run
    }

    /// Takes as many marks from the runs that are open; how many are left over.
    private mutating func close(_ count: Int, _ sign: UInt8) -> Int {
        var rest = count
        while rest > 0, var opener = openMarks.popLast(sign) {
            let pairs = min(rest, opener.count)
            taken.append((opener.end - pairs)..<opener.end)
            rest -= pairs
            opener.count -= pairs
            opener.end -= pairs
            if opener.count > 0 { openMarks.append(opener, sign) }
        }
        return rest
    }
}

extension UInt8 {
    var isMark: Bool {
        switch self {
        case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"):
            true
        default: false
        }
    }

    /// Whether it means nothing in HTML.
    fileprivate var standsForItself: Bool { isWordPart || self == UInt8(ascii: " ") }

    fileprivate var isPunctuation: Bool { (0x21...0x7E).contains(self) && !isWordPart }

    /// Letters beyond ASCII are parts of words; so, for once, are their other signs.
    fileprivate var isWordPart: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
            true
        default: false
        }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes as they may stand in HTML.
    fileprivate var escaped: ArraySlice<UInt8> {
        if span.allSatisfy(\.standsForItself) { return self }
        return Array(String(decoding: self, as: UTF8.self).escapedForHTML.utf8)[...]
    }
}
