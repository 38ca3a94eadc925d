extension String {
    /// The text as it may stand in HTML, in an element or a quoted attribute.
    public var escapedForHTML: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
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
