extension String {
    /// The text escaped for an element or a quoted attribute in HTML.
    package var escapedForHTML: String {
        if utf8.span.allSatisfy({ $0.htmlEntity == nil }) { return self }
        return String(decoding: utf8.flatMap { $0.htmlEntity.map { Array($0.utf8) } ?? [$0] }, as: UTF8.self)
    }

    /// The text escaped for use between tags and in quotation marks in XML, whatever the document type, without the
    /// characters that XML does not allow.
    package var escapedForXML: String {
        var text = ""
        for scalar in unicodeScalars where scalar.isAllowedInXML {
            if "&<>\"'".unicodeScalars.contains(scalar) {
                text += "&#\(scalar.value);"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The text escaped for a line of Markdown, including characters that many readers turn into a list or a link
    /// automatically.
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

    /// The text with line breaks and other control characters replaced by single spaces.
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
    fileprivate var isAllowedInXML: Bool {
        value >= 0x20 && value != 0xFFFE && value != 0xFFFF || [0x09, 0x0A, 0x0D].contains(value)
    }

    /// Indicates whether it is a control character or ends a line.
    fileprivate var breaksLine: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}

extension UInt8 {
    /// The HTML entity for this character; nil if it needs none.
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

    /// Indicates whether it may be, or be part of, a character that is not allowed on a line.
    fileprivate var mayBreakLine: Bool { self < 0x20 || self >= 0x7F }
}
