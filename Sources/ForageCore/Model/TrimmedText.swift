extension StringProtocol {
    /// The text without white space at its ends.
    public func trimmingWhitespace() -> SubSequence {
        if unicodeScalars.first.map(isPlain) == true, unicodeScalars.last.map(isPlain) == true {
            return self[...]
        }
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = self[start...].lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return self[start..<end]
    }

    /// Most texts begin and end so, and need no look at what Unicode calls white space.
    private func isPlain(_ scalar: Unicode.Scalar) -> Bool { (0x21...0x7E).contains(scalar.value) }
}
