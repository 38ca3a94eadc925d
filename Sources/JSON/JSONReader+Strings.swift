internal import Platform

extension JSONReader {
    /// Parses a string or key from its opening quotation mark.
    mutating func readString(_ bytes: Span<UInt8>) throws(Finding) {
        let start = offset
        offset = bytes.skippingPlainText(from: start + 1)
        guard bytes.byte(at: offset) == .quote else { return try readRichString(from: start, bytes) }
        offset += 1
        let mark = bytes.extracting(start + 1..<offset - 1).mark
        try append(.string, from: start, to: offset, flags: .plain, mark: mark)
    }

    /// Parses the rest of a string that is not only plain ASCII.
    private mutating func readRichString(from start: Int, _ bytes: Span<UInt8>) throws(Finding) {
        var flags: JSONNode.Flags = []
        while true {
            offset = bytes.skippingPlainText(from: offset)
            switch bytes.byte(at: offset) {
            case .quote:
                offset += 1
                let mark = bytes.extracting(start + 1..<offset - 1).mark
                return try append(.string, from: start, to: offset, flags: flags, mark: mark)
            case .backslash:
                flags.insert(.escaped)
                let escape = JSONEscape(at: offset, in: bytes)
                if escape.fault == .unexpectedEnd { return try cutString(from: start, flags, bytes) }
                if let fault = escape.fault { try note(fault, at: offset) }
                offset += escape.byteCount
            case 0x80...:
                if bytes.isScalarCut(at: offset) { return try cutString(from: start, flags, bytes) }
                if try skipScalars(bytes) { flags.insert(.escaped) }
            default:
                if offset == bytes.count { return try cutString(from: start, flags, bytes) }
                try note(.controlCharacter, at: offset)
                flags.insert(.escaped)
                offset += 1
            }
        }
    }

    /// Skips characters that are not ASCII; returns true if a byte must be repaired.
    private mutating func skipScalars(_ bytes: Span<UInt8>) throws(Finding) -> Bool {
        var length = bytes.scalarLength(at: offset)
        while length > 0 {
            offset += length
            length = bytes.byte(at: offset) < 0x80 ? 0 : bytes.scalarLength(at: offset)
        }
        guard bytes.byte(at: offset) >= 0x80, !bytes.isScalarCut(at: offset) else { return false }
        try note(.invalidUTF8, at: offset)
        offset += 1
        return true
    }

    /// Adds the available part of a string in which the document ends.
    private mutating func cutString(
        from start: Int, _ flags: JSONNode.Flags, _ bytes: Span<UInt8>
    ) throws(Finding) {
        try append(.string, from: start, to: offset, flags: flags.union(.incomplete))
        offset = bytes.count
        if !isNested { try cutOff(at: offset) }
    }
}

extension Span<UInt8> {
    /// Returns the text of a string node, with escapes resolved and invalid bytes replaced by U+FFFD.
    func text(of node: JSONNode) -> String {
        let content = extracting(node.content)
        if node.flags.contains(.escaped) { return content.unescaped() }
        // The bytes have already been validated.
        let isASCII = node.flags.contains(.plain)
        return String(copying: UTF8Span(unchecked: content, isKnownASCII: isASCII))
    }

    private func unescaped() -> String {
        var text: [UInt8] = []
        text.reserveCapacity(count)
        var offset = 0
        while offset < count {
            let plain = skippingPlainText(from: offset)
            extracting(offset..<plain).withUnsafeBufferPointer { text.append(contentsOf: $0) }
            offset = plain
            if offset < count { offset += appendSpecial(at: offset, to: &text) }
        }
        // Invalid UTF-8 has already been replaced.
        return String(valid: text.span)
    }

    /// Appends an escape or a character that is not ASCII, and returns its length in bytes.
    private func appendSpecial(at offset: Int, to text: inout [UInt8]) -> Int {
        if self[offset] == .backslash {
            let escape = JSONEscape(at: offset, in: self)
            // Most escapes are ASCII, which needs no encoding.
            if escape.scalar.isASCII {
                text.append(UInt8(truncatingIfNeeded: escape.scalar.value))
            } else {
                text.append(contentsOf: escape.scalar.utf8)
            }
            return escape.byteCount
        }
        let length = self[offset] < 0x80 ? 0 : scalarLength(at: offset)
        for index in offset..<offset + length { text.append(self[index]) }
        if length == 0 { text.append(contentsOf: [0xEF, 0xBF, 0xBD]) }
        return Swift.max(length, 1)
    }
}

/// An escape sequence in a string.
struct JSONEscape {
    let scalar: Unicode.Scalar
    let byteCount: Int
    /// The reason why the escape is invalid, if it is. The scalar is then U+FFFD.
    let fault: JSONError.Reason?

    private init(_ scalar: Unicode.Scalar, byteCount: Int) {
        self.scalar = scalar
        self.byteCount = byteCount
        fault = nil
    }

    private init(fault: JSONError.Reason, byteCount: Int) {
        scalar = "\u{FFFD}"
        self.byteCount = byteCount
        self.fault = fault
    }

    /// Parses the escape whose backslash is at an offset.
    init(at offset: Int, in bytes: Span<UInt8>) {
        switch bytes.byte(at: offset + 1) {
        case UInt8(ascii: "\""): self.init("\"", byteCount: 2)
        case UInt8(ascii: "\\"): self.init("\\", byteCount: 2)
        case UInt8(ascii: "/"): self.init("/", byteCount: 2)
        case UInt8(ascii: "b"): self.init("\u{8}", byteCount: 2)
        case UInt8(ascii: "f"): self.init("\u{C}", byteCount: 2)
        case UInt8(ascii: "n"): self.init("\n", byteCount: 2)
        case UInt8(ascii: "r"): self.init("\r", byteCount: 2)
        case UInt8(ascii: "t"): self.init("\t", byteCount: 2)
        case UInt8(ascii: "u"): self.init(hexadecimalAt: offset, in: bytes)
        case 0x20..<0x7F: self.init(fault: .invalidEscape, byteCount: 2)
        default:
            self.init(fault: offset + 1 < bytes.count ? .invalidEscape : .unexpectedEnd, byteCount: 1)
        }
    }

    private init(hexadecimalAt offset: Int, in bytes: Span<UInt8>) {
        let unit = bytes.hexadecimal(at: offset + 2)
        guard unit.digitCount == 4 else {
            let isCut = offset + 2 + unit.digitCount == bytes.count
            self.init(fault: isCut ? .unexpectedEnd : .invalidEscape, byteCount: 2 + unit.digitCount)
            return
        }
        if let scalar = Unicode.Scalar(unit.value) {
            self.init(scalar, byteCount: 6)
        } else {
            self.init(surrogate: unit.value, at: offset, in: bytes)
        }
    }

    private init(surrogate first: UInt32, at offset: Int, in bytes: Span<UInt8>) {
        let second = bytes.hexadecimal(at: offset + 8)
        let isEscape = bytes.starts(with: "\\u", at: offset + 6)
        if first < 0xDC00, isEscape, second.digitCount == 4, 0xDC00..<0xE000 ~= second.value,
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second.value - 0xDC00))
        {
            self.init(scalar, byteCount: 12)
            return
        }
        let rest = bytes.count - offset - 6
        let isCut =
            first < 0xDC00
            && (rest == 0 || rest == 1 && bytes[offset + 6] == .backslash
                || isEscape && rest - 2 == second.digitCount)
        self.init(fault: isCut ? .unexpectedEnd : .loneSurrogate, byteCount: 6)
    }
}

extension Span<UInt8> {
    /// Parses up to four hexadecimal digits.
    fileprivate func hexadecimal(at offset: Int) -> (value: UInt32, digitCount: Int) {
        var value: UInt32 = 0
        for place in 0..<4 {
            guard let digit = byte(at: offset + place).hexDigitValue else { return (value, place) }
            value = value << 4 | digit
        }
        return (value, 4)
    }
}
