/// A request as it came, whole.
package struct HTTPServerRequest: Sendable {
    /// The method as sent: methods are upper case by convention only.
    package let method: String
    /// Path and query as sent, still percent-encoded.
    package let target: RequestTarget
    package let headers: HTTPFields
    package let body: [UInt8]
    /// The client's address as a number, without its port.
    package let remoteAddress: String

    package init(
        method: String, target: RequestTarget, headers: HTTPFields, body: [UInt8], remoteAddress: String
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
    }

    /// The decoded path.
    ///
    /// It starts with `/` and holds no control character and no `.` or `..` step.
    package var path: String { target.path }

    package var rawPath: String { target.rawPath }

    /// What follows the first `?`, as sent; nil without one.
    package var rawQuery: String? { target.rawQuery }

    /// The decoded query in the order sent; a name may come more than once.
    package var query: [QueryItem] { target.query }

    /// The first value of that name in the query.
    package func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}

/// One `name=value` of a query.
///
/// Without `=` the value is empty.
package struct QueryItem: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The path and query of a request: as they were sent, and decoded once.
package struct RequestTarget: Sendable, Equatable {
    package let path: String
    package let query: [QueryItem]
    package let rawPath: String
    package let rawQuery: String?

    /// Nil unless the path can be decoded safely: complete escapes, UTF-8, no control characters,
    /// no step that leads elsewhere.
    package init?(_ text: String) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        rawPath = String(parts[0]) ?? ""
        rawQuery = parts.count == 2 ? String(parts[1]) : nil
        guard let path = Self.safePath(rawPath) else { return nil }
        self.path = path
        query = Self.items(in: rawQuery ?? "")
    }

    // Everything is split as bytes: a combining mark after a slash would hide it among characters.

    private static func safePath(_ raw: String) -> String? {
        guard raw.utf8.first == UInt8(ascii: "/"), let path = PercentDecoding.strict(raw) else { return nil }
        let hasControls = path.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        let leadsElsewhere = path.utf8.split(separator: UInt8(ascii: "/")).contains {
            $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
        }
        return hasControls || leadsElsewhere ? nil : path
    }

    private static func items(in query: String) -> [QueryItem] {
        query.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            let value = pair.dropFirst(name.count + 1)
            return QueryItem(name: PercentDecoding.form(name), value: PercentDecoding.form(value))
        }
    }
}

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
