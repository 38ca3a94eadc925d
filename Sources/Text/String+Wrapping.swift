extension String {
    /// The text in lines of at most that many columns, broken at spaces.
    ///
    /// A word that is wider than a line is broken between its characters.
    package func wrapped(toWidth width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        func finish() {
            if !line.isEmpty { lines.append(line) }
            (line, used) = ("", 0)
        }
        for word in split(whereSeparator: \.isWhitespace) {
            for (position, piece) in String(word).pieces(toWidth: max(1, width)).enumerated() {
                let columns = piece.displayWidth
                let space = position == 0 && used > 0 ? " " : ""
                if used + space.count + columns > width { finish() }
                line += used > 0 ? space + piece : piece
                used = used > 0 ? used + space.count + columns : columns
            }
        }
        finish()
        return lines
    }

    /// A word as it may be broken: anywhere beside a wide character, else only where a line is full.
    private func pieces(toWidth width: Int) -> [String] {
        if isASCII && utf8.count <= width { return [self] }
        var pieces: [String] = []
        var piece = ""
        var used = 0
        var isAfterWide = false
        for character in self {
            let columns = character.columns
            if !piece.isEmpty && (columns == 2 || isAfterWide || used + columns > width) {
                pieces.append(piece)
                (piece, used) = ("", 0)
            }
            piece.append(character)
            used += columns
            isAfterWide = columns == 2
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }
}
