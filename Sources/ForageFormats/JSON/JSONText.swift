internal import JSON
internal import Platform

/// JSON for standard output, which may be a terminal.
enum JSONText {
    /// Returns the JSON text of the value that `body` writes.
    ///
    /// JSON permits unescaped control characters from U+007F on and marks that override the writing direction. A
    /// terminal would obey them, so they are escaped here. They occur only inside strings, whose values stay the same.
    static func text(_ layout: JSONWriter.Layout = .compact, _ body: (inout JSONWriter) -> Void) -> String {
        safe(JSONWriter.bytes(layout, body))
    }

    /// Returns the same text with a line break at the end.
    static func lines(_ layout: JSONWriter.Layout = .compact, _ body: (inout JSONWriter) -> Void) -> String {
        var bytes = JSONWriter.bytes(layout, body)
        bytes.append(UInt8(ascii: "\n"))
        return safe(bytes)
    }

    /// Returns the text of an object whose members `body` writes.
    static func object(_ body: (inout JSONWriter) -> Void) -> String { text { $0.object(body) } }

    /// Returns the same text with a line break at the end.
    static func objectLines(
        _ layout: JSONWriter.Layout = .compact, _ body: (inout JSONWriter) -> Void
    ) -> String {
        lines(layout) { $0.object(body) }
    }

    private static func safe(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.unicodeScalars.contains(where: \.controlsTerminals) else { return text }
        var safe = ""
        for scalar in text.unicodeScalars {
            if scalar.controlsTerminals {
                safe += escape(scalar)
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// Returns a document with its version and one member.
    static func document(
        _ name: String, _ write: (inout JSONWriter) -> Void, and others: (inout JSONWriter) -> Void = { _ in }
    ) -> String {
        lines(.pretty) { writer in
            writer.object { writer in
                writer.member("version", outputVersion)
                others(&writer)
                writer.member(name, write)
            }
        }
    }

    /// Returns a document with a list of records, and other members before it.
    static func document(
        _ name: String, _ records: [Record], and others: (inout JSONWriter) -> Void = { _ in }
    ) -> String {
        document(
            name, { writer in writer.array { writer in records.forEach { writer.record($0) } } }, and: others)
    }

    /// Returns a line for each record.
    static func lines(_ records: [Record]) -> String {
        records.map { record in lines { $0.record(record) } }.joined()
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension Unicode.Scalar {
    fileprivate var controlsTerminals: Bool {
        switch value {
        case 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
