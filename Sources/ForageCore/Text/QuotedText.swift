package import JSON

extension String {
    /// The text in quotation marks, safe for messages: shortened, and without characters that could move a terminal's
    /// cursor or change the direction of writing.
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

extension [String] {
    /// The texts in quotation marks, as a list in a sentence: `"a", "b" or "c"`.
    package func listed(_ conjunction: String) -> String { map(\.quoted).inSentence(conjunction) }

    /// Advice to choose one of these texts, for a message about another one.
    package var asChoice: String { (count == 1 ? "the only one is " : "choose one of: ") + listed("or") }

    /// The texts as a list in a sentence: `a, b or c`.
    package func inSentence(_ conjunction: String) -> String {
        var texts = self
        guard texts.count > 1, let last = texts.popLast() else { return texts.joined() }
        return texts.joined(separator: ", ") + " \(conjunction) " + last
    }
}

extension String {
    /// Joins strings with a single allocation.
    @inlinable
    package init<let count: Int>(joining pieces: [count of String]) {
        var byteCount = 0
        for index in pieces.indices { byteCount += pieces[index].utf8.count }
        self.init(unsafeUninitializedCapacity: byteCount) { bytes in
            var end = 0
            for index in pieces.indices {
                pieces[index].utf8.span.withUnsafeBufferPointer {
                    end = bytes[end...].initialize(fromContentsOf: $0)
                }
            }
            return end
        }
    }
}

extension JSONValue {
    /// A description of the value for messages.
    package var inWords: String {
        switch kind {
        case .bool: bool == true ? "true" : "false"
        case .number: String((numberAsWritten ?? "").prefix(40))
        case .string: (string ?? "").quoted
        case .missing, .null, .array, .object: kindInWords
        }
    }

    /// A description of the value's type without its content, which may be a key.
    package var kindInWords: String {
        switch kind {
        case .missing: "nothing"
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: true
        }
    }
}
