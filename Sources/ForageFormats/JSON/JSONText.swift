internal import JSON

/// JSON for standard output, which may be a terminal.
enum JSONText {
    /// The text of the one value that `body` writes.
    ///
    /// JSON lets control characters from U+007F on and marks that override the writing direction stand as they
    /// are. A terminal would obey them, so they are escaped; they occur only inside of texts, and read back the
    /// same.
    static func text(_ layout: JSONWriter.Layout = .compact, _ body: (inout JSONWriter) -> Void) -> String {
        let text = JSONWriter.text(layout, body)
        guard text.utf8.contains(where: \.mayBeObeyedByTerminals),
            text.unicodeScalars.contains(where: \.isObeyedByTerminals)
        else { return text }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.isObeyedByTerminals {
                safe.append(contentsOf: escape(scalar).unicodeScalars)
            } else {
                safe.append(scalar)
            }
        }
        return String(safe)
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension Unicode.Scalar {
    fileprivate var isObeyedByTerminals: Bool {
        switch value {
        case 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension UInt8 {
    /// Whether it is, or a mark begins with it that is, obeyed by terminals.
    fileprivate var mayBeObeyedByTerminals: Bool { self == 0x7F || self == 0xC2 || self == 0xE2 }
}
