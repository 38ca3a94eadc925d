internal import Platform

extension StringProtocol {
    /// The text without white space at its ends.
    @inlinable
    package func trimmingWhitespace() -> SubSequence {
        let scalars = unicodeScalars
        let start = scalars.firstIndex { !$0.isWhitespace } ?? endIndex
        let end = scalars[start...].lastIndex { !$0.isWhitespace }.map(scalars.index(after:)) ?? start
        return self[start..<end]
    }
}

extension String {
    /// The words with one space between them and none around.
    package var withSingleSpaces: String {
        if utf8.span.isASCIIWithSingleSpaces || utf8.span.isLatinWithSingleSpaces { return self }
        guard isASCII else { return spacedParts.joined(separator: " ") }
        let bytes = utf8.span
        return String(unsafeUninitializedCapacity: bytes.count) { folded in
            var end = 0
            for index in bytes.indices {
                let isSpace = bytes[index].isWhitespace
                if isSpace, end == 0 || folded[end - 1] == UInt8(ascii: " ") { continue }
                folded[end] = isSpace ? UInt8(ascii: " ") : bytes[index]
                end += 1
            }
            return end > 0 && folded[end - 1] == UInt8(ascii: " ") ? end - 1 : end
        }
    }

    /// The words, which white space parts.
    package var spacedParts: [Substring] {
        let bytes = utf8.span
        guard isASCII else { return split(whereSeparator: \.isWhitespace) }
        var words: [Substring] = []
        var end = 0
        while let start = bytes.firstIndex(from: end, where: { !$0.isWhitespace }) {
            end = bytes.firstIndex(from: start, where: \.isWhitespace) ?? bytes.count
            words.append(
                self[utf8.index(startIndex, offsetBy: start)..<utf8.index(startIndex, offsetBy: end)])
        }
        return words
    }
}

extension Unicode.Scalar {
    var isVisibleASCII: Bool { value >= 0x21 && value <= 0x7E }

    /// Most texts begin and end in ASCII, and need no look at what Unicode calls white space.
    @usableFromInline var isWhitespace: Bool {
        isASCII ? UInt8(truncatingIfNeeded: value).isWhitespace : properties.isWhitespace
    }
}

extension StringProtocol {
    /// Whether there is anything to be seen in it: more than white space and signs that are never drawn.
    package var isVisible: Bool { unicodeScalars.contains(where: \.isDrawn) }
}

extension Span<UInt8> {
    /// Whether there are words of ASCII with one space between them and none around, as in most texts.
    fileprivate var isASCIIWithSingleSpaces: Bool {
        !isEmpty && self[0] != UInt8(ascii: " ") && self[count - 1] != UInt8(ascii: " ") && hasSingleSpaces
    }

    /// Whether the words have one space between them and none around, and what is not ASCII in them are letters from
    /// `À` to `ɿ`, which are no white space and join with none.
    fileprivate var isLatinWithSingleSpaces: Bool {
        var isBehindWord = false
        for index in indices {
            let isPartOfWord = (0x21...0x7E).contains(self[index]) || self[index].isPartOfLatinLetter
            guard isPartOfWord || isBehindWord && self[index] == UInt8(ascii: " ") else { return false }
            isBehindWord = isPartOfWord
        }
        return isBehindWord
    }
}

extension UInt8 {
    /// Whether it begins such a letter in UTF-8, or continues what began.
    fileprivate var isPartOfLatinLetter: Bool { (0x80...0xBF).contains(self) || (0xC3...0xC9).contains(self) }

    fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension Unicode.Scalar {
    /// The letter of Braille without a dot is drawn as nothing, though Unicode calls it no space.
    fileprivate var isDrawn: Bool {
        if isVisibleASCII { return true }
        return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
            && properties.generalCategory != .control && self != "\u{2800}"
    }
}
