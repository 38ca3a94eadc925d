extension JSONReader {
    /// Reads a number or a literal; another word inside a document counts as null, alone it is no document.
    mutating func readToken(_ bytes: Span<UInt8>) throws(Finding) {
        let start = offset
        let lead = bytes[start]
        if lead == .minus || lead.isDigit {
            try readNumber(bytes)
        } else if let literal = bytes.literal(at: start) {
            offset = start + literal.byteCount
            try append(literal.kind, from: start, to: offset)
        } else {
            try readBrokenToken(isNested ? .invalidLiteral : .notJSON(looksLikeHTML: false), bytes)
        }
    }

    private mutating func readNumber(_ bytes: Span<UInt8>) throws(Finding) {
        let number = bytes.number(at: offset)
        guard let number else { return try readBrokenToken(.invalidNumber, bytes) }
        let start = offset
        offset = number.end
        // More digits may have followed where the document ends.
        let isCut = isNested && offset == bytes.count
        let flags: JSONNode.Flags = number.isInteger ? .integer : []
        try append(.number, from: start, to: offset, flags: isCut ? flags.union(.incomplete) : flags)
    }

    private mutating func readBrokenToken(
        _ reason: JSONFault.Reason, _ bytes: Span<UInt8>
    ) throws(Finding) {
        let start = offset
        offset = bytes.skippingToken(from: start)
        guard isNested else { return try note(reason, at: start) }
        let isCut = offset == bytes.count
        try note(isCut ? .unexpectedEnd : reason, at: isCut ? offset : start)
        try append(.null, from: start, to: offset, flags: isCut ? .incomplete : [])
    }
}

extension Span<UInt8> {
    fileprivate func literal(at offset: Int) -> (kind: JSONValue.Kind, byteCount: Int)? {
        let found: (JSONValue.Kind, Int)? =
            switch self[offset] {
            case UInt8(ascii: "t") where starts(with: "true", at: offset): (.bool, 4)
            case UInt8(ascii: "f") where starts(with: "false", at: offset): (.bool, 5)
            case UInt8(ascii: "n") where starts(with: "null", at: offset): (.null, 4)
            default: nil
            }
        guard let found, !byte(at: offset + found.1).isTokenPart else { return nil }
        return found
    }

    /// The end of the number that starts here; nil if it is not written as JSON writes numbers.
    func number(at offset: Int) -> (end: Int, isInteger: Bool)? {
        let first = byte(at: offset) == .minus ? offset + 1 : offset
        var end = skippingDigits(from: first)
        guard end > first, byte(at: first) != .zero || end == first + 1 else { return nil }
        var isInteger = true
        if byte(at: end) == .point {
            isInteger = false
            let fraction = end + 1
            end = skippingDigits(from: fraction)
            guard end > fraction else { return nil }
        }
        if byte(at: end) | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            let sign = byte(at: end + 1)
            let exponent = end + (sign == .plus || sign == .minus ? 2 : 1)
            end = skippingDigits(from: exponent)
            guard end > exponent else { return nil }
        }
        return byte(at: end).isTokenPart ? nil : (end, isInteger)
    }
}
