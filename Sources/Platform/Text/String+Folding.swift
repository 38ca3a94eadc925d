extension String {
    /// The text as words are compared: without case, accents, ligatures, width forms and invisible characters.
    ///
    /// Marks that are part of the spelling (Indic and Thai vowels, the voicing of kana) stay.
    package var folded: String {
        if isASCII { return lowercased() }
        let stripped = UTF8Proc.folded(self, dropping: \.isUnspoken)
        return String(String.UnicodeScalarView(stripped.unicodeScalars.map(\.withoutStroke)))
    }

    /// The folded words of the text, in order.
    ///
    /// Chinese and Japanese are written without spaces: there every character is a word.
    package var words: [String] { words(joiningIdeographs: false) }

    /// The folded words with hyphens between them, as in the names of pages. What is Chinese or Japanese stays together
    /// as it was written.
    package var slug: String { words(joiningIdeographs: true).joined(separator: "-") }

    private func words(joiningIdeographs: Bool) -> [String] {
        // Most texts are plain.
        if isASCII { return lowercased().utf8.split { !$0.isPlainWordPart }.map { String(Substring($0)) } }
        var words: [String] = []
        var word = String.UnicodeScalarView()
        var isIdeographic = false
        func finish() {
            if !word.isEmpty { words.append(String(word)) }
            word.removeAll()
            isIdeographic = false
        }
        for scalar in folded.unicodeScalars {
            if scalar.isIdeographic {
                if !(joiningIdeographs && isIdeographic) { finish() }
                isIdeographic = true
            } else {
                if isIdeographic { finish() }
                guard word.isEmpty ? scalar.beginsWord : scalar.isWordPart else {
                    finish()
                    continue
                }
            }
            word.append(scalar)
        }
        finish()
        return words
    }

    /// Unicode's stream-safe form (UAX 15): a joiner after every 30 marks in a row, because putting an endless
    /// run of marks in order would take time that grows with its square.
    var streamSafe: String {
        var safe = String.UnicodeScalarView()
        var run = 0
        for scalar in unicodeScalars {
            run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
            if run > 30 {
                safe.append("\u{34F}")
                run = 1
            }
            safe.append(scalar)
        }
        return String(safe)
    }
}

extension String {
    /// The text with every letter and its marks in one code point where there is one: Unicode's form C.
    package var composed: String { isASCII ? self : UTF8Proc.composed(self) }
}

extension String {
    /// The text of bytes that are known to be UTF-8.
    ///
    /// Whether all of them are ASCII is looked at, which is quick, and of such a text nearly all else is quicker.
    package init(valid bytes: Span<UInt8>) {
        var text = UTF8Span(unchecked: bytes)
        _ = text.checkForASCII()
        self.init(copying: text)
    }

    /// Whether all of it is ASCII, which most texts are.
    package var isASCII: Bool {
        var text = utf8Span
        return text.checkForASCII()
    }
}

extension UInt8 {
    /// A lower-case letter of ASCII, or a digit.
    fileprivate var isPlainWordPart: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}

extension Unicode.Scalar {
    fileprivate var isUnspoken: Bool {
        isAccent || properties.isDefaultIgnorableCodePoint
    }

    /// A mark that decorates a letter, by its combining class: Hebrew and Arabic points (10 to 36) and what hangs
    /// on or around a letter (from 200), but not the vowels and voicing marks in between and below.
    private var isAccent: Bool {
        let position = properties.canonicalCombiningClass.rawValue
        return (10...36).contains(position) || position >= 200
    }

    /// Letters with a stroke do not come apart into a letter and a mark.
    fileprivate var withoutStroke: Unicode.Scalar {
        switch self {
        case "ø": "o"
        case "ł": "l"
        case "đ": "d"
        case "ħ": "h"
        case "ŧ": "t"
        case "ı": "i"
        default: self
        }
    }

    /// Han, the mark that repeats it, and kana.
    fileprivate var isIdeographic: Bool {
        properties.isIdeographic || value == 0x3005
            || (0x3041...0x30FF).contains(value) && properties.isAlphabetic
    }

    /// Marks belong to the letter before them; alone they are no word.
    fileprivate var isWordPart: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: beginsWord
        }
    }

    fileprivate var beginsWord: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: false
        case .decimalNumber, .letterNumber, .otherNumber: true
        default: properties.isAlphabetic
        }
    }
}
