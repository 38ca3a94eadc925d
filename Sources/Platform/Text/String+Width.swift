extension String {
    /// The alignment of a text in a wider column.
    package enum Alignment: Sendable {
        case leading
        case trailing
    }

    /// The number of terminal columns that the text occupies: two for wide characters and emoji, none for marks.
    package var displayWidth: Int {
        isASCII ? utf8.count { (0x20...0x7E).contains($0) } : reduce(0) { $0 + $1.columns }
    }

    /// Returns the text, cut between characters and with an ellipsis if it is wider than a number of columns.
    package func truncated(toWidth width: Int, ellipsis: String = "…") -> String {
        let room = width - ellipsis.displayWidth
        var used = 0
        var lastFitting = startIndex
        for index in indices {
            used += self[index].columns
            if used > width {
                return room < 0 ? "" : String(self[..<lastFitting].trimmingSpaceAtEnd) + ellipsis
            }
            if used <= room { lastFitting = self.index(after: index) }
        }
        return self
    }

    /// Returns the text, padded with spaces to a number of columns.
    package func padded(toWidth width: Int, alignment: Alignment = .leading) -> String {
        let space = String(repeating: " ", count: max(0, width - displayWidth))
        return alignment == .leading ? self + space : space + self
    }
}

extension String {
    /// Returns the text in lines of at most a number of columns, broken at spaces.
    ///
    /// A word that is wider than a line is broken between its characters.
    ///
    /// - Parameters:
    ///   - width: The number of columns.
    ///   - keepsAddresses: True to keep an address on one line, however wide it is, so that it can be copied.
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

    /// Returns the pieces of a word: it may be broken next to a wide character, and otherwise only where a line is
    /// full.
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

extension String {
    /// Returns the first code points of the text. A limit of characters is not enough, since each can have any number
    /// of marks.
    package func shortened(to scalarCount: Int) -> String { String(unicodeScalars.prefix(scalarCount)) }
}

extension Character {
    /// The number of terminal columns of a character. An emoji of several parts counts as one.
    var columns: Int {
        if let ascii = asciiValue { return (0x20...0x7E).contains(ascii) ? 1 : 0 }
        return isEmojiPicture ? 2 : unicodeScalars.reduce(0) { $0 + $1.columns }
    }

    private var isEmojiPicture: Bool {
        guard let first = unicodeScalars.first, first.properties.isEmoji else { return false }
        if first.properties.isEmojiPresentation && !first.isRegionalIndicator { return true }
        return unicodeScalars.dropFirst().contains {
            $0 == "\u{FE0F}" || $0 == "\u{200D}" || $0.properties.isEmojiModifier || $0.isRegionalIndicator
        }
    }
}

extension Substring {
    fileprivate var trimmingSpaceAtEnd: Substring {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var isRegionalIndicator: Bool {
        (0x1F1E6...0x1F1FF).contains(value)
    }

    /// Indicates whether this is a vowel or final consonant, which is drawn in the two columns of the first consonant.
    private var isInnerHangulPart: Bool {
        (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
    }

    /// The number of terminal columns. A character that utf8proc does not know has the width of its block.
    fileprivate var columns: Int {
        if properties.generalCategory == .nonspacingMark || properties.isDefaultIgnorableCodePoint {
            return 0
        }
        if isInnerHangulPart { return 0 }
        guard UTF8Proc.isUnassigned(self) else { return UTF8Proc.columns(of: self) }
        return (0x1F300...0x1FAFF).contains(value) || (0x20000...0x3FFFF).contains(value) ? 2 : 1
    }
}
