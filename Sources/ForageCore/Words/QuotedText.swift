extension String {
    /// The text between quotation marks as a message may show it: short, and with nothing in it that
    /// could move a terminal's cursor or turn the direction of writing.
    package var quoted: String {
        var shown = "\""
        for scalar in unicodeScalars.prefix(Self.quotedScalarCount) {
            switch scalar {
            case "\"", "\\": shown += "\\\(scalar)"
            case _ where scalar.isVisible: shown.unicodeScalars.append(scalar)
            default: shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return shown + (unicodeScalars.count > Self.quotedScalarCount ? "…\"" : "\"")
    }

    private static let quotedScalarCount = 60
}

extension Unicode.Scalar {
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: true
        }
    }
}

extension [String] {
    /// The texts as a sentence quotes them: `"a", "b" or "c"`.
    package func listed(_ conjunction: String) -> String { map(\.quoted).inSentence(conjunction) }

    /// What to say of those there are to somebody who named another.
    package var asChoice: String { (count == 1 ? "the only one is " : "choose one of: ") + listed("or") }

    /// The texts as a sentence lists them: `a, b or c`.
    package func inSentence(_ conjunction: String) -> String {
        var texts = self
        guard texts.count > 1, let last = texts.popLast() else { return texts.joined() }
        return texts.joined(separator: ", ") + " \(conjunction) " + last
    }
}
