extension String {
    /// The words with one space between them and none around, but for one in front if that is kept.
    func foldingWhitespace(keepingFirst: Bool = false) -> String {
        var folded = ""
        folded.reserveCapacity(utf8.count)
        var isSpaceDue = false
        for scalar in unicodeScalars {
            if scalar.isSpace {
                isSpaceDue = keepingFirst || !folded.isEmpty
            } else {
                if isSpaceDue { folded += " " }
                isSpaceDue = false
                folded.unicodeScalars.append(scalar)
            }
        }
        return folded
    }
}

extension Unicode.Scalar {
    /// White space, and NUL, which stands for nothing in any text.
    fileprivate var isSpace: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) || value == 0 : properties.isWhitespace
    }
}
