internal import Platform

extension String {
    /// Returns the words separated by single spaces. A space at the start may be retained.
    func foldingWhitespace(keepingFirst: Bool = false) -> String {
        let bytes = utf8.span
        let start = bytes.skippingSpaces(from: 0)
        let words = start..<max(start, bytes.endOfWords)
        let isSpaced = keepingFirst && words.lowerBound > 0 && !words.isEmpty
        if bytes.extracting(words).hasSingleSpaces {
            let isWhole = words.count == bytes.count
            let text = isWhole ? self : bytes.extracting(words).text
            return isSpaced ? " " + text : text
        }
        return (isSpaced ? " " : "") + bytes.extracting(words).joined
    }
}

extension Span<UInt8> {
    /// The words, separated by single spaces.
    fileprivate var joined: String {
        var folded: [UInt8] = []
        folded.reserveCapacity(count)
        var place = 0
        while place < count {
            let start = skippingSpaces(from: place)
            let end = skippingWord(from: start)
            if start > place, start < end, !folded.isEmpty { folded.append(UInt8(ascii: " ")) }
            extracting(start..<end).withUnsafeBufferPointer { folded.append(contentsOf: $0) }
            place = end
        }
        return String(decoding: folded, as: UTF8.self)
    }

    /// The position after the last byte that is not ASCII white space.
    fileprivate var endOfWords: Int {
        var end = count
        while end > 0, self[end - 1] < 0x80, spaceLength(at: end - 1) == 1 { end -= 1 }
        return end
    }

    fileprivate func skippingSpaces(from start: Int) -> Int {
        var place = start
        while place < count {
            let length = spaceLength(at: place)
            if length == 0 { return place }
            place += length
        }
        return place
    }

    fileprivate func skippingWord(from start: Int) -> Int {
        var place = start
        while place < count, spaceLength(at: place) == 0 { place += 1 }
        return place
    }

    /// Returns the number of bytes in the white space at a position: 0 for other characters. NUL counts as white space,
    /// because it has no meaning in text.
    private func spaceLength(at place: Int) -> Int {
        switch self[place] {
        case 0x00, 0x09...0x0D, 0x20: 1
        case 0x01..<0xC2: 0
        case 0xC2: self[place + 1] == 0x85 || self[place + 1] == 0xA0 ? 2 : 0
        case 0xE1...0xE3: isWideSpace(self[place], self[place + 1], self[place + 2]) ? 3 : 0
        default: 0
        }
    }

    /// Indicates whether the bytes are a space of three bytes: U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F,
    /// U+205F, U+3000.
    private func isWideSpace(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
        switch (first, second) {
        case (0xE1, 0x9A): third == 0x80
        case (0xE2, 0x80): third <= 0x8A || third == 0xA8 || third == 0xA9 || third == 0xAF
        case (0xE2, 0x81): third == 0x9F
        case (0xE3, 0x80): third == 0x80
        default: false
        }
    }
}
