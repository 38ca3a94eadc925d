/// How a document breaks and indents its lines.
struct JSONIndentation {
    /// A level's worth of space.
    let unit: [UInt8]
    private let lineBreak: [UInt8]

    /// Nil if the document is written on one line.
    init?(of root: JSONValue, in bytes: [UInt8]) {
        let inside = bytes[root.byteRange].dropFirst().prefix { $0.isWhitespace }
        guard let end = inside.lastIndex(of: .lineFeed) else { return nil }
        let isFilled = inside.endIndex < root.byteRange.upperBound - 1
        let indent = Array(inside[(end + 1)...])
        unit = isFilled && !indent.isEmpty ? indent : [.space, .space]
        lineBreak =
            end > inside.startIndex && inside[end - 1] == .carriageReturn
            ? [.carriageReturn, .lineFeed] : [.lineFeed]
    }

    /// A line break and the indentation of the line an offset is on.
    func line(around offset: Int, in bytes: [UInt8]) -> [UInt8] {
        let start = bytes[..<offset].lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
        return lineBreak + bytes[start...].prefix { $0 == .space || $0 == .tab }
    }
}
