internal import ForageCore

/// What tells a browser to save what it gets, and under which name.
enum ContentDisposition {
    /// The name twice: as every browser reads it, and as it is (RFC 6266, RFC 8187).
    static func attachment(_ name: String) -> String {
        let plain = name.unicodeScalars.map { scalar in
            let isPlain = scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7F
            return isPlain && !#""\%"#.unicodeScalars.contains(scalar) ? String(scalar) : "_"
        }
        return "attachment; filename=\"\(plain.joined())\"; filename*=UTF-8''\(PercentEncoding.encode(name))"
    }
}
