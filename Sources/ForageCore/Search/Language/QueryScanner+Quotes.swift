// What stands between quotes, whichever the keyboard has.
extension QueryScanner {
    /// A phrase with single spaces; nil where no quote begins. A backslash takes the meaning of the sign behind it.
    mutating func quoted() throws(QueryProblem) -> String? {
        guard let first = scalar(at: place), let closing = Self.quotes[first] else { return nil }
        let start = place
        place += 1
        var text = String.UnicodeScalarView()
        while var scalar = scalar(at: place) {
            place += 1
            if closing.contains(scalar) { return String(text).spacedWords.joined(separator: " ") }
            if scalar == "\\", let next = self.scalar(at: place), closing.contains(next) || next == "\\" {
                scalar = next
                place += 1
            }
            text.append(scalar)
        }
        throw QueryProblem(
            "the quote that begins here does not end; close it with \(closing[0]) or drop it.",
            at: start..<start + 1)
    }

    /// A value in quotes; nil where none begins.
    mutating func quotedValue(endsAtComma: Bool = false) throws(QueryProblem) -> String? {
        guard let text = try quoted() ?? singlyQuoted(endsAtComma: endsAtComma) else { return nil }
        guard isEnd(at: place, endsAtComma) else {
            throw QueryProblem("a space is missing behind the quote.", at: place..<place + 1)
        }
        return text
    }

    /// Single quotes hold a value together, because no word begins there that an apostrophe could be part of; but nil
    /// where none ends one, as in `by:'t`.
    private mutating func singlyQuoted(endsAtComma: Bool) -> String? {
        guard let first = scalar(at: place), first.isSingleQuote else { return nil }
        let rest = place + 1..<scalars.count
        guard let end = rest.first(where: { scalars[$0].isSingleQuote && isEnd(at: $0 + 1, endsAtComma) })
        else { return nil }
        defer { place = end + 1 }
        return text(place + 1..<end).spacedWords.joined(separator: " ")
    }

    private func isEnd(at place: Int, _ endsAtComma: Bool) -> Bool {
        guard let next = scalar(at: place) else { return true }
        return next.isSpace || endsAtComma && next.isComma
    }

    /// What begins a phrase, and what may end it, the usual one first.
    private static let quotes: [Unicode.Scalar: [Unicode.Scalar]] = [
        "\"": ["\""], "“": ["”"], "”": ["”"], "„": ["“", "”"], "«": ["»"], "»": ["«"], "＂": ["＂"],
    ]
}

extension Unicode.Scalar {
    /// Whether a phrase may end with it.
    var endsPhrase: Bool { "\"“”«»＂".unicodeScalars.contains(self) }
    var isSingleQuote: Bool { "'‘’‚＇".unicodeScalars.contains(self) }
}
