extension String {
    /// The text in the form in which words are compared: without case, accents, ligatures, width forms and invisible
    /// characters.
    ///
    /// Marks that are part of the spelling (Indic and Thai vowels, the voicing of kana) are retained.
    package var folded: String {
        if isASCII { return lowercased() }
        let stripped = UTF8Proc.folded(self, dropping: \.isUnspoken)
        return String(String.UnicodeScalarView(stripped.unicodeScalars.map(\.withoutStroke)))
    }

    /// The folded words of the text, in order.
    ///
    /// Chinese and Japanese are written without spaces, so each of their characters is a word.
    package var words: [String] { words(joiningIdeographs: false) }

    /// The folded words joined by hyphens, as in the names of pages. Chinese and Japanese characters are not separated.
    package var slug: String { words(joiningIdeographs: true).joined(separator: "-") }

    private func words(joiningIdeographs: Bool) -> [String] {
        // Most texts are ASCII.
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

    /// The text in Unicode's stream-safe format (UAX 15), with a joiner after every 30 consecutive marks. Sorting an
    /// unlimited number of marks would take quadratic time.
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
    /// The text in Unicode's normalization form C, in which a letter and its marks are one code point where possible.
    package var composed: String { isASCII ? self : UTF8Proc.composed(self) }
}

extension String {
    /// Creates a text from bytes that are known to be valid UTF-8.
    ///
    /// This initializer checks whether the text is ASCII. The check is fast, and makes most later operations faster.
    package init(valid bytes: Span<UInt8>) {
        var text = UTF8Span(unchecked: bytes)
        _ = text.checkForASCII()
        self.init(copying: text)
    }

    /// Indicates whether all characters are ASCII, as in most texts.
    package var isASCII: Bool {
        var text = utf8Span
        return text.checkForASCII()
    }
}

extension UInt8 {
    /// Indicates whether the byte is a lower-case ASCII letter or a digit.
    fileprivate var isPlainWordPart: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}

extension Unicode.Scalar {
    fileprivate var isUnspoken: Bool {
        isAccent || properties.isDefaultIgnorableCodePoint
    }

    /// Indicates whether the mark decorates a letter. This depends on its combining class: Hebrew and Arabic points (10
    /// to 36) and marks on or around a letter (from 200) do, vowels and voicing marks do not.
    private var isAccent: Bool {
        let position = properties.canonicalCombiningClass.rawValue
        return (10...36).contains(position) || position >= 200
    }

    /// The letter without its stroke. Unicode does not decompose such letters into a letter and a mark.
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

    /// Indicates whether the character is Han, the Han repetition mark or kana.
    fileprivate var isIdeographic: Bool {
        properties.isIdeographic || value == 0x3005
            || (0x3041...0x30FF).contains(value) && properties.isAlphabetic
    }

    /// Indicates whether the character can be part of a word. Marks belong to the preceding letter and do not begin a
    /// word.
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
