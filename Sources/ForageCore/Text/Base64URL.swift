internal import Platform

/// The encoding of bytes as letters, digits, `-` and `_` without padding: base64url of RFC 4648.
package enum Base64URL {
    package static func encode(_ bytes: [UInt8]) -> String {
        let text = Data(bytes).base64EncodedString().utf8.lazy.filter { $0 != UInt8(ascii: "=") }.map {
            byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return String(decoding: Array(text), as: UTF8.self)
    }

    /// Returns random bytes, encoded, for use as a secret.
    package static func secret(byteCount: Int) -> String {
        encode((0..<byteCount).map { _ in .random(in: .min ... .max) })
    }

    /// Decodes a text; nil if it contains another character, has an impossible length or unused bits that are not zero.
    package static func decode(_ text: String) -> [UInt8]? {
        let letters = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - letters.count % 4) % 4)
        guard let data = Data(base64Encoded: Data(letters + padding)) else { return nil }
        let bytes = [UInt8](data)
        return encode(bytes) == text ? bytes : nil
    }
}
