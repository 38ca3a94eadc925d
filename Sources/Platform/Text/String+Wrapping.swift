extension String {
    /// The text in lines of at most that many columns, broken at spaces.
    ///
    /// A word that is wider than a line is broken between its characters.
    ///
    /// - Parameters:
    ///   - width: How many columns.
    ///   - keepsAddresses: Whether an address stays whole, however wide it is: it is there to be copied.
    /// - Returns: The lines.
    package func wrapped(toWidth width: Int, keepingAddresses keepsAddresses: Bool = false) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        func finish() {
            if !line.isEmpty { lines.append(line) }
            (line, used) = ("", 0)
        }
        for word in split(whereSeparator: \.isWhitespace) {
            let isWhole = keepsAddresses && word.contains("://")
            let pieces = isWhole ? [String(word)] : String(word).pieces(toWidth: max(1, width))
            for (position, piece) in pieces.enumerated() {
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
