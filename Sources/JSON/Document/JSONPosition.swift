/// A place in a document as a person counts: the first line and the first column are 1.
package struct JSONPosition: Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    /// Counted in Unicode scalars.
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package var description: String { "\(line):\(column)" }
}

extension JSONPosition {
    /// Finds the position of `offset`; a line ends with a line feed, a carriage return, or both.
    init(of offset: Int, in bytes: [UInt8]) {
        var line = 1
        var column = 1
        let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for index in first..<max(first, min(offset, bytes.count)) {
            let byte = bytes[index]
            if byte == .lineFeed || byte == .carriageReturn && bytes[safe: index + 1] != .lineFeed {
                line += 1
                column = 1
            } else if !byte.isContinuation {
                column += 1
            }
        }
        self.init(line: line, column: column)
    }
}

extension [UInt8] {
    fileprivate subscript(safe index: Int) -> UInt8? { index < count ? self[index] : nil }
}
