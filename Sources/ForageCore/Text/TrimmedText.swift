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
    /// The words separated by single spaces, without surrounding spaces.
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

    /// The words, separated by white space.
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

    /// A fast path for ASCII, since most texts begin and end in it, avoids Unicode's tables.
    @usableFromInline var isWhitespace: Bool {
        isASCII ? UInt8(truncatingIfNeeded: value).isWhitespace : properties.isWhitespace
    }
}

extension StringProtocol {
    /// Indicates whether it has visible content: more than white space and characters that are never drawn.
    package var isVisible: Bool { unicodeScalars.contains(where: \.isDrawn) }
}

extension Span<UInt8> {
    /// Indicates whether it is ASCII words with single spaces between them and none around, as in most texts.
    fileprivate var isASCIIWithSingleSpaces: Bool {
        !isEmpty && self[0] != UInt8(ascii: " ") && self[count - 1] != UInt8(ascii: " ") && hasSingleSpaces
    }

    /// Indicates whether the words have single spaces between them and none around, and contain only visible ASCII and
    /// letters from `À` to `ɿ`, which are not white space and do not combine with other characters.
    fileprivate var isLatinWithSingleSpaces: Bool {
        var isAfterWord = false
        for index in indices {
            let isPartOfWord = (0x21...0x7E).contains(self[index]) || self[index].isPartOfLatinLetter
            guard isPartOfWord || isAfterWord && self[index] == UInt8(ascii: " ") else { return false }
            isAfterWord = isPartOfWord
        }
        return isAfterWord
    }
}

extension UInt8 {
    /// Indicates whether it begins or continues such a letter in UTF-8.
    fileprivate var isPartOfLatinLetter: Bool { (0x80...0xBF).contains(self) || (0xC3...0xC9).contains(self) }

    fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension Unicode.Scalar {
    /// Indicates whether it is drawn. The Braille letter without dots is blank, although Unicode does not class it as a
    /// space.
    fileprivate var isDrawn: Bool {
        if isVisibleASCII { return true }
        return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
            && properties.generalCategory != .control && self != "\u{2800}"
    }
}
