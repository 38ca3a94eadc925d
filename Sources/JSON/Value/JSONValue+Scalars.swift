extension JSONValue {
    /// The text of a string, escapes resolved; when the document was cut off in it, its beginning.
    package var string: String? {
        guard let node, node.kind == .string else { return nil }
        return tape.text(of: node)
    }

    /// The text of a string without white space around it; nil if nothing is left.
    package var text: String? {
        guard let node, node.kind == .string else { return nil }
        let text = tape.text(of: node)
        if text.hasVisibleEnds { return text }
        let trimmed = text.trimmed
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Shows the bytes of a string where they lie, if each of them stands for itself.
    package func readPlainText(_ read: (Span<UInt8>) -> Void) {
        guard let node, node.kind == .string, node.flags.contains(.plain) else { return }
        let bytes = tape.bytes
        read(bytes.span.extracting(node.content))
    }

    package var bool: Bool? {
        guard let node, node.kind == .bool else { return nil }
        return tape.bytes[Int(node.start)] == UInt8(ascii: "t")
    }

    /// The number if it is written without fraction and exponent and fits.
    package var int: Int? {
        guard let node, node.flags.contains(.integer), isComplete else { return nil }
        return tape.shortInteger(at: node.range) ?? number?.integer
    }

    /// The nearest number that a Double can hold; nil if it is too large for any, or cut off.
    package var double: Double? { number?.double }

    /// A number's own characters, also when more of them were cut off.
    package var numberAsWritten: String? {
        guard let node, node.kind == .number else { return nil }
        return String(decoding: tape.bytes[node.range], as: UTF8.self)
    }

    /// A whole number, also one written as `3.0`, `3e2` or `" 3 "`; nil for anything else.
    package var flexibleInt: Int? {
        guard let node, isComplete else { return nil }
        switch node.kind {
        case .number: return tape.shortInteger(at: node.range) ?? number?.integer
        case .string: return tape.shortInteger(at: node.content) ?? text?.integer
        default: return nil
        }
    }

    private var number: JSONNumber? {
        guard let node, node.kind == .number, !node.flags.contains(.incomplete) else { return nil }
        return JSONNumber(tape.bytes[node.range])
    }
}

extension String {
    fileprivate var integer: Int? { Int(self) ?? JSONNumber(text: self)?.integer }

    /// Whether it begins and ends with visible ASCII, as most texts do, so that no white space is around it.
    fileprivate var hasVisibleEnds: Bool {
        let bytes = utf8.span
        return !bytes.isEmpty && bytes[0].isVisible && bytes[bytes.count - 1].isVisible
    }

    fileprivate var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
