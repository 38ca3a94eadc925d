internal import ForageCore

/// The marks inside a line of Markdown, taken out one after the other.
///
/// What stands in the text as it is, and might be taken for HTML, is escaped on the way.
struct MarkdownLine {
    private let text: [Character]
    private var place = 0
    /// What is left of the text; a mark that finds its partner later is emptied then.
    private var pieces: [String] = []
    private var openMarks: [Character: [Mark]] = [:]
    private var openBrackets: [Int] = []

    private struct Mark {
        let piece: Int
        var count: Int
    }

    init(_ text: String) { self.text = Array(text) }

    /// The text with no marks but HTML.
    mutating func html() -> String {
        while place < text.count {
            switch text[place] {
            case "\\": takeEscape()
            case "`": takeCode()
            case "*", "_", "~": takeMarks()
            case "[": takeOpeningBracket()
            case "]": takeClosingBracket()
            case "<": takeAngle()
            default: take(1)
            }
        }
        return pieces.joined()
    }

    /// Keeps the next characters as they are.
    private mutating func take(_ count: Int) {
        pieces.append(String(text[place..<(place + count)]))
        place += count
    }

    private mutating func takeEscape() {
        guard let next = character(at: place + 1), next.isASCII, next.isPunctuation || next.isSymbol else {
            return take(1)
        }
        pieces.append(String(next).escapedForHTML)
        place += 2
    }

    private func character(at place: Int) -> Character? { text.indices.contains(place) ? text[place] : nil }

    private func count(of character: Character, at place: Int) -> Int {
        text[place...].prefix { $0 == character }.count
    }

    /// Where a character is next, if none of the others comes before it: so no part is searched twice.
    private func next(_ wanted: Character, from start: Int, before others: String) -> Int? {
        guard start < text.count else { return nil }
        let found = text[start...].firstIndex { $0 == wanted || others.contains($0) }
        return found.flatMap { text[$0] == wanted ? $0 : nil }
    }
}

// MARK: - Code and addresses

extension MarkdownLine {
    /// Code between as many backticks on either side.
    private mutating func takeCode() {
        let ticks = count(of: "`", at: place)
        var end = place + ticks
        while end < text.count {
            let found = count(of: "`", at: end)
            if found == ticks { return takeCode(to: end, ticks) }
            end += max(1, found)
        }
        take(ticks)
    }

    private mutating func takeCode(to end: Int, _ ticks: Int) {
        pieces.append(String(text[(place + ticks)..<end]).escapedForHTML)
        place = end + ticks
    }

    /// An address in angle brackets; anything else may be HTML.
    private mutating func takeAngle() {
        guard let end = next(">", from: place + 1, before: "< ") else { return take(1) }
        let inside = String(text[(place + 1)..<end])
        guard WebURL(inside) != nil else { return take(1) }
        pieces.append(inside.escapedForHTML)
        place = end + 1
    }
}

// MARK: - Links

extension MarkdownLine {
    private mutating func takeOpeningBracket() {
        openBrackets.append(pieces.count)
        take(1)
    }

    /// The end of a link's words, if an address or a reference follows.
    private mutating func takeClosingBracket() {
        guard let opening = openBrackets.popLast(), let end = endOfTarget(from: place + 1) else {
            return take(1)
        }
        pieces[opening] = ""
        if opening > 0, pieces[opening - 1] == "!" { pieces[opening - 1] = "" }
        place = end
    }

    private func endOfTarget(from start: Int) -> Int? {
        switch character(at: start) {
        case "(": endOfAddress(from: start)
        case "[": next("]", from: start + 1, before: "[").map { $0 + 1 }
        default: nil
        }
    }

    /// Behind the bracket that closes the one at the start; addresses may hold pairs of them.
    private func endOfAddress(from start: Int) -> Int? {
        var depth = 0
        for place in start..<text.count {
            switch text[place] {
            case "(": depth += 1
            case ")" where depth == 1: return place + 1
            case ")": depth -= 1
            case "[", "]": return nil
            default: break
            }
        }
        return nil
    }
}

// MARK: - Emphasis

extension MarkdownLine {
    /// A run of marks closes what an earlier run of the same opened, as far as both go, and opens with the rest.
    private mutating func takeMarks() {
        let sign = text[place]
        let run = count(of: sign, at: place)
        let before = place > 0 ? text[place - 1] : " "
        let after = character(at: place + run) ?? " "
        place += run
        var rest = run
        let isInWord = sign == "_" && before.isWordPart && after.isWordPart
        if !isInWord, !before.isWhitespace { rest = close(rest, sign) }
        if !isInWord, !after.isWhitespace, rest > 0, sign != "~" || rest > 1 {
            openMarks[sign, default: []].append(Mark(piece: pieces.count, count: rest))
        }
        pieces.append(String(repeating: sign, count: rest))
    }

    /// Takes as many marks from the runs that are open; how many are left over.
    private mutating func close(_ count: Int, _ sign: Character) -> Int {
        var rest = count
        while rest > 0, var opener = openMarks[sign]?.popLast() {
            let pairs = min(rest, opener.count)
            rest -= pairs
            opener.count -= pairs
            pieces[opener.piece] = String(repeating: sign, count: opener.count)
            if opener.count > 0 { openMarks[sign]?.append(opener) }
        }
        return rest
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber }
}
