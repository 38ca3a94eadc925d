/// Percent-encoding of RFC 3986, in UTF-8 with upper-case hex.
public enum PercentEncoding {
    /// Encodes everything except unreserved characters and the ASCII characters in `kept`.
    public static func encode(_ text: String, keeping kept: String = "") -> String {
        if text.utf8.span.allSatisfy({ isUnreserved($0) || kept.utf8.contains($0) }) { return text }
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) || kept.utf8.contains(byte) {
                encoded.append(byte)
            } else {
                append(byte, to: &encoded)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Decodes a text; nil if a `%` is not followed by two hex digits or the bytes are not UTF-8.
    public static func decode(_ text: some StringProtocol) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.utf8.count)
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = bytes.next().flatMap(hexValue), let low = bytes.next().flatMap(hexValue) else {
                return nil
            }
            decoded.append(high << 4 | low)
        }
        return String(validating: decoded, as: UTF8.self)
    }

    /// The text with escapes in upper-case hex and without unnecessary escapes: `%7eowl%c3%a9` is `~owl%C3%A9`.
    package static func regular(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = Array(text.utf8)
        var regular: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
                let high = hexValue(bytes[place + 1]), let low = hexValue(bytes[place + 2])
            {
                let byte = high << 4 | low
                if isUnreserved(byte) { regular.append(byte) } else { append(byte, to: &regular) }
                place += 3
            } else {
                regular.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: regular, as: UTF8.self)
    }

    static func append(_ byte: UInt8, to encoded: inout [UInt8]) {
        encoded += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: byte.isLetter || byte.isDigit
        }
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
