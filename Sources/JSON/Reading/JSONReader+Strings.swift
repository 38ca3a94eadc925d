internal import Bytes

extension JSONReader {
    /// Reads a string or key from its opening quote on.
    mutating func readString(_ bytes: Span<UInt8>) throws(Finding) {
        let start = offset
        offset = bytes.skippingPlainText(from: start + 1)
        guard bytes.byte(at: offset) == .quote else { return try readRichString(from: start, bytes) }
        offset += 1
        let mark = bytes.extracting(start + 1..<offset - 1).mark
        try append(.string, from: start, to: offset, flags: .plain, mark: mark)
    }

    /// Reads on in a string that does not merely hold plain ASCII.
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

    /// Skips what is not ASCII; true if a byte of it has to be repaired.
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

    /// Keeps what there is of a string in whose middle the document ends.
    private mutating func cutString(
        from start: Int, _ flags: JSONNode.Flags, _ bytes: Span<UInt8>
    ) throws(Finding) {
        try append(.string, from: start, to: offset, flags: flags.union(.incomplete))
        offset = bytes.count
        if !isNested { try cutOff(at: offset) }
    }
}

extension Span<UInt8> {
    /// What a string node says, its escapes resolved and broken bytes replaced by U+FFFD.
    func text(of node: JSONNode) -> String {
        let content = extracting(node.content)
        if node.flags.contains(.escaped) { return content.unescaped() }
        // The reader has checked the bytes.
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
        // What is not UTF-8 was replaced on the way.
        return String(valid: text.span)
    }

    /// Appends what is no plain ASCII, and gives the number of bytes it took.
    private func appendSpecial(at offset: Int, to text: inout [UInt8]) -> Int {
        if self[offset] == .backslash {
            let escape = JSONEscape(at: offset, in: self)
            // Nearly all are one byte, which takes no encoding.
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
