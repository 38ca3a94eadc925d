internal import Platform

/// A line with what a screen obeys in it: colours and links.
extension String {
    /// The columns that a screen gives the line.
    var visibleWidth: Int { pieces.reduce(0) { $0 + ($1.isObeyed ? 0 : $1.text.displayWidth) } }

    /// The line cut between characters, with an ellipsis, if a screen would give it more columns than that; what is
    /// obeyed stays whole, so that a colour that began ends, too.
    func cut(toWidth width: Int, ellipsis: String) -> String {
        guard visibleWidth > width else { return self }
        // Cut as one text, so that it ends in one ellipsis wherever colours change.
        let shown = pieces.filter { !$0.isObeyed }.map(\.text).joined()
        var rest = shown.truncated(toWidth: width, ellipsis: ellipsis)[...]
        let lastShown = pieces.lastIndex { !$0.isObeyed }
        return pieces.enumerated().map { place, piece in
            if piece.isObeyed { return piece.text }
            let text = place == lastShown ? rest : rest.prefix(piece.text.count)
            rest = rest.dropFirst(text.count)
            return String(text)
        }.joined()
    }

    private var pieces: [(text: String, isObeyed: Bool)] {
        guard contains("\u{1B}") else { return [(self, false)] }
        var pieces: [(text: String, isObeyed: Bool)] = []
        var rest = unicodeScalars[...]
        while let first = rest.first {
            let length =
                first == "\u{1B}" ? rest.obeyedLength : rest.prefix { $0 != "\u{1B}" }.count
            pieces.append((String(rest.prefix(length)), first == "\u{1B}"))
            rest = rest.dropFirst(length)
        }
        return pieces
    }
}

extension Substring.UnicodeScalarView {
    /// How much of this, which begins with an escape, a screen obeys.
    fileprivate var obeyedLength: Int {
        let rest = dropFirst()
        switch rest.first {
        case "[": return 3 + rest.dropFirst().prefix { !("\u{40}"..."\u{7E}").contains($0) }.count
        case "]": return 2 + rest.prefix { $0 != "\\" }.count
        default: return 2
        }
    }
}
