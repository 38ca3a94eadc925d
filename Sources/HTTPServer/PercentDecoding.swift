/// Percent-decoding of paths (strict) and of form values (whatever can be read).
enum PercentDecoding {
    /// Nil for an incomplete escape or bytes that are not UTF-8.
    static func strict(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        guard let bytes = decode(text.utf8, keepingBadEscapes: false) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// `+` is a space; a bad escape stays as it is; bytes that are not UTF-8 become U+FFFD.
    static func form(_ text: some Sequence<UInt8>) -> String {
        let spaced = text.lazy.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: decode(spaced, keepingBadEscapes: true) ?? [], as: UTF8.self)
    }

    private static func decode(_ text: some Sequence<UInt8>, keepingBadEscapes: Bool) -> [UInt8]? {
        let source = Array(text)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            if source[index] != UInt8(ascii: "%") {
                decoded.append(source[index])
                index += 1
            } else if let byte = escapedByte(in: source, at: index) {
                decoded.append(byte)
                index += 3
            } else if keepingBadEscapes {
                decoded.append(source[index])
                index += 1
            } else {
                return nil
            }
        }
        return decoded
    }

    private static func escapedByte(in source: [UInt8], at index: Int) -> UInt8? {
        guard index + 2 < source.count, let high = digit(source[index + 1]),
            let low = digit(source[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
