extension String {
    /// The text as it may stand in HTML, in an element or a quoted attribute.
    public var escapedForHTML: String {
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
    public var escapedForMarkdown: String {
        var escaped = ""
        var line = unicodeScalars[...]
        while let scalar = line.popFirst() {
            let means =
                switch scalar {
                case ".": escaped.endsInWWW || escaped.isNumber
                case ":": line.starts(with: "//".unicodeScalars)
                default: "\\`*_{}[]()<>#+-!|~&@".unicodeScalars.contains(scalar)
                }
            if means { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    private var endsInWWW: Bool { suffix(3).lowercased() == "www" }

    private var isNumber: Bool { !isEmpty && utf8.allSatisfy(\.isDigit) }

    /// The text with line breaks and other control characters turned into single spaces.
    public var onOneLine: String {
        var line = ""
        for scalar in unicodeScalars {
            let isBreak =
                scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
            if !isBreak {
                line.unicodeScalars.append(scalar)
            } else if line.unicodeScalars.last != " " {
                line += " "
            }
        }
        return line
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
}
