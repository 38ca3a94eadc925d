/// What a backslash in a string stands for.
struct JSONEscape {
    let scalar: Unicode.Scalar
    let byteCount: Int
    /// Why this is no proper escape; the scalar is then U+FFFD.
    let fault: JSONFault.Reason?

    private init(_ scalar: Unicode.Scalar, byteCount: Int) {
        self.scalar = scalar
        self.byteCount = byteCount
        fault = nil
    }

    private init(fault: JSONFault.Reason, byteCount: Int) {
        scalar = "\u{FFFD}"
        self.byteCount = byteCount
        self.fault = fault
    }

    /// Reads the escape whose backslash is at an offset.
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
    /// Up to four hexadecimal digits.
    fileprivate func hexadecimal(at offset: Int) -> (value: UInt32, digitCount: Int) {
        var value: UInt32 = 0
        for place in 0..<4 {
            guard let digit = byte(at: offset + place).hexDigitValue else { return (value, place) }
            value = value << 4 | digit
        }
        return (value, 4)
    }
}
