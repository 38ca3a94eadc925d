extension String {
    /// The words with one space between them and none around, but for one in front if that is kept.
    func foldingWhitespace(keepingFirst: Bool = false) -> String {
        if isFolded(keepingFirst) { return self }
        var folded: [UInt8] = []
        folded.reserveCapacity(utf8.count)
        var isSpaceDue = false
        for scalar in unicodeScalars {
            if scalar.isSpace {
                isSpaceDue = keepingFirst || !folded.isEmpty
            } else {
                if isSpaceDue { folded.append(UInt8(ascii: " ")) }
                isSpaceDue = false
                folded.append(contentsOf: scalar.utf8)
            }
        }
        return String(decoding: folded, as: UTF8.self)
    }

    /// Whether there is nothing but plain ASCII with single spaces inside, as in most texts.
    private func isFolded(_ keepingFirst: Bool) -> Bool {
        var isBehindSpace = !keepingFirst
        for byte in utf8 {
            let isSpace = byte == UInt8(ascii: " ")
            guard (0x20...0x7E).contains(byte), !(isSpace && isBehindSpace) else { return false }
            isBehindSpace = isSpace
        }
        return !isBehindSpace
    }
}

extension Unicode.Scalar {
    /// White space, and NUL, which stands for nothing in any text.
    fileprivate var isSpace: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) || value == 0 : properties.isWhitespace
    }
}
