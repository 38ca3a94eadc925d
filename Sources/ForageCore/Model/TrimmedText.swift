extension StringProtocol {
    /// The text without white space at its ends.
    @inlinable
    public func trimmingWhitespace() -> SubSequence {
        let scalars = unicodeScalars
        if scalars.first?.isVisibleASCII == true, scalars.last?.isVisibleASCII == true { return self[...] }
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = self[start...].lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return self[start..<end]
    }
}

extension String {
    /// The words with one space between them and none around.
    package var withSingleSpaces: String {
        hasSingleSpaces ? self : split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether there is nothing but plain ASCII with single spaces inside, as in most texts.
    private var hasSingleSpaces: Bool {
        var last: Unicode.Scalar = " "
        for scalar in unicodeScalars {
            guard scalar.isVisibleASCII || scalar == " " && last != " " else { return false }
            last = scalar
        }
        return last != " "
    }
}

extension Unicode.Scalar {
    /// Most texts begin and end so, and need no look at what Unicode calls white space.
    @usableFromInline var isVisibleASCII: Bool { value >= 0x21 && value <= 0x7E }
}
