extension String {
    /// The text as it may stand in HTML, in an element or a quoted attribute.
    package var escapedForHTML: String {
        if utf8.span.allSatisfy({ $0.htmlEntity == nil }) { return self }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(utf8.count * 2)
        for byte in utf8 {
            if let entity = byte.htmlEntity {
                escaped.append(contentsOf: entity.utf8)
            } else {
                escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// The text as it may stand in a line of Markdown, every sign escaped that could mean something, also what
    /// many readers make a list or a link of without being asked.
    package var escapedForMarkdown: String {
        if utf8.span.allSatisfy({ !$0.mayMeanSomethingInMarkdown }) { return self }
        var escaped: [UInt8] = []
        var line = utf8[...]
        while let byte = line.popFirst() {
            let means =
                switch byte {
                case UInt8(ascii: "."): escaped.endsInWWW || escaped.isNumber
                case UInt8(ascii: ":"): line.starts(with: "//".utf8)
                default: byte.mayMeanSomethingInMarkdown
                }
            if means { escaped.append(UInt8(ascii: "\\")) }
            escaped.append(byte)
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// The text with line breaks and other control characters turned into single spaces.
    package var onOneLine: String {
        if utf8.span.allSatisfy({ !$0.mayBreakLine }) { return self }
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if !scalar.breaksLine {
                line.append(scalar)
            } else if line.last != " " {
                line.append(" ")
            }
        }
        return String(line)
    }
}

extension [UInt8] {
    fileprivate var endsInWWW: Bool { suffix(3).elementsEqual("www".utf8) { $0 | 0x20 == $1 } }

    fileprivate var isNumber: Bool { !isEmpty && allSatisfy(\.isDigit) }
}

extension Unicode.Scalar {
    /// Whether it is a control character or ends a line.
    fileprivate var breaksLine: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}

extension UInt8 {
    /// What stands for this sign in HTML; nil for what stands for itself.
    fileprivate var htmlEntity: String? {
        switch self {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }

    fileprivate var mayMeanSomethingInMarkdown: Bool {
        switch Unicode.Scalar(self) {
        case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "<", ">", "#", "+", "-", "!", "|", "~",
            "&", "@", ".", ":":
            true
        default: false
        }
    }

    /// Whether it is, or may be a part of, what cannot stand on a line.
    fileprivate var mayBreakLine: Bool { self < 0x20 || self >= 0x7F }
}
