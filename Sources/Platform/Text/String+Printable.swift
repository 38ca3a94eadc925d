extension String {
    /// Returns the text in a form that is safe for one line of a terminal.
    ///
    /// - Line breaks, tabs and runs of spaces become one space; there are none at the ends.
    /// - Escape and the other control characters become visible symbols (`␛`), so that no text can move the cursor,
    ///   change colours or create a link.
    /// - Characters without a shape are removed: marks that override the writing direction, zero-width characters,
    ///   tags. Joiners and emoji variation selectors are retained where they change how a character looks.
    /// - Private and unassigned characters become `�`.
    /// - A letter has at most four marks, an emoji at most three joiners.
    ///
    /// Only the first `limit` characters are read; an ellipsis replaces the rest. Text written from right to left is
    /// not reordered; see ``isolated`` for a row that also contains other text.
    package func printable(upTo limit: Int = 4_000) -> String {
        if isPlainLine(upTo: limit) { return self }
        var line = PrintableLine()
        let scalars = unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex)
        for scalar in scalars[..<(end ?? scalars.endIndex)] { line.append(scalar) }
        return line.text + (end.map { $0 < scalars.endIndex } ?? false ? "…" : "")
    }

    /// The text, isolated from the writing direction of the surrounding text.
    ///
    /// A terminal that supports bidirectional text would reorder the whole row if it contains Hebrew or Arabic. A
    /// first-strong isolate prevents this. Other text is returned unchanged.
    package var isolated: String {
        if isASCII || !unicodeScalars.contains(where: UTF8Proc.isRightToLeft) { return self }
        return "\u{2068}" + self + "\u{2069}"
    }

    /// Indicates whether the text is visible ASCII with single spaces only.
    private func isPlainLine(upTo limit: Int) -> Bool {
        let bytes = utf8.span
        guard bytes.count <= limit else { return false }
        var last: UInt8 = 0x20
        for place in bytes.indices {
            let byte = bytes[place]
            guard (0x20...0x7E).contains(byte), byte != 0x20 || last != 0x20 else { return false }
            last = byte
        }
        return last != 0x20 || bytes.isEmpty
    }
}

extension String {
    /// The text without characters that control a terminal or a browser, but with its lines and spaces.
    ///
    /// Control characters other than tabs and line breaks become visible symbols (`␛`), and marks that override the
    /// writing direction are removed. For text on a single line, use ``printable(upTo:)``.
    package var withoutControls: String {
        guard unicodeScalars.contains(where: { $0.controlsTerminals }) else { return self }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if !scalar.controlsTerminals {
                scalars.append(scalar)
            } else if scalar.properties.generalCategory == .control {
                scalars.append(scalar.symbolOfControl)
            }
        }
        return String(scalars)
    }
}

/// A line of safe text, built one code point at a time.
struct PrintableLine {
    private static let mostMarks = 4
    private static let mostJoiners = 3

    private var scalars = String.UnicodeScalarView()
    private var last: Unicode.Scalar?
    private var isSpaceDue = false
    private var marks = 0
    private var joiners = 0

    var text: String { String(scalars) }

    mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .control where !scalar.properties.isWhitespace: put(scalar.symbolOfControl)
        case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: isSpaceDue = last != nil
        case .privateUse, .unassigned, .surrogate: put("\u{FFFD}")
        case _ where scalar.isJoiner: appendJoiner(scalar)
        case _ where scalar.isEmojiVariant: appendVariant(scalar)
        case .format: break
        case _ where scalar.properties.isDefaultIgnorableCodePoint: break
        case .nonspacingMark, .spacingMark, .enclosingMark: appendMark(scalar)
        default: put(scalar)
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        if isSpaceDue { scalars.append(" ") }
        isSpaceDue = false
        marks = 0
        if last?.isJoiner != true { joiners = 0 }
        attach(scalar)
    }

    /// Appends a mark. A mark without a letter is dropped, because it would decorate the text printed before it.
    private mutating func appendMark(_ scalar: Unicode.Scalar) {
        guard last != nil, !isSpaceDue, marks < Self.mostMarks else { return }
        marks += 1
        attach(scalar)
    }

    private mutating func appendJoiner(_ scalar: Unicode.Scalar) {
        guard let last, !isSpaceDue, last.canBeJoined, joiners < Self.mostJoiners else { return }
        joiners += 1
        attach(scalar)
    }

    private mutating func appendVariant(_ scalar: Unicode.Scalar) {
        guard let last, !isSpaceDue, last.properties.isEmoji else { return }
        attach(scalar)
    }

    private mutating func attach(_ scalar: Unicode.Scalar) {
        scalars.append(scalar)
        last = scalar
    }
}

extension Unicode.Scalar {
    fileprivate var isJoiner: Bool {
        self == "\u{200C}" || self == "\u{200D}"
    }

    fileprivate var isEmojiVariant: Bool {
        self == "\u{FE0E}" || self == "\u{FE0F}"
    }

    /// Indicates whether the character is an emoji, or belongs to a script whose letters change shape next to a joiner.
    fileprivate var canBeJoined: Bool {
        if isEmojiVariant || properties.isEmojiModifier { return true }
        if properties.isEmoji { return value > 0x7F }
        return value >= 0x600 && (properties.isAlphabetic || properties.canonicalCombiningClass == .virama)
    }

    /// The visible symbol of a control character. Unicode has such symbols only for those in ASCII.
    var symbolOfControl: Unicode.Scalar {
        switch value {
        case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var controlsTerminals: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
