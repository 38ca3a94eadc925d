/// A complete request.
package struct HTTPServerRequest: Sendable {
    /// The method as sent; methods are upper case by convention only.
    package let method: String
    /// The path and query as sent, percent-encoded.
    package let target: RequestTarget
    package let headers: HTTPFields
    package let body: [UInt8]
    /// The numeric address of the client, without a port.
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
    /// It starts with `/` and contains no control characters and no `.` or `..` components.
    package var path: String { target.path }

    package var rawPath: String { target.rawPath }

    /// The text after the first `?`, as sent; nil if there is none.
    package var rawQuery: String? { target.rawQuery }

    /// The decoded query in the order in which it was sent; a name may occur more than once.
    package var query: [QueryItem] { target.query }

    /// Returns the first value of that name in the query.
    package func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}

/// A `name=value` pair of a query.
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

/// The path and query of a request, as sent and decoded once.
package struct RequestTarget: Sendable, Equatable {
    package let path: String
    package let query: [QueryItem]
    package let rawPath: String
    package let rawQuery: String?

    /// Creates a target; nil unless the path can be decoded safely: with complete escapes, valid UTF-8, and without
    /// control characters and components that lead elsewhere.
    package init?(_ text: String) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        rawPath = String(parts[0]) ?? ""
        rawQuery = parts.count == 2 ? String(parts[1]) : nil
        guard let path = Self.safePath(rawPath) else { return nil }
        self.path = path
        query = Self.items(in: rawQuery ?? "")
    }

    // The path is split as bytes: a combining mark after a slash would hide it among characters.

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

/// Percent-decoding of paths (strict) and of form values (tolerant).
enum PercentDecoding {
    /// Decodes a text; nil if an escape is incomplete or the bytes are not UTF-8.
    static func strict(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        guard let bytes = decode(text.utf8, keepingBadEscapes: false) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Decodes a form value: `+` is a space, an invalid escape is unchanged, and invalid UTF-8 becomes U+FFFD.
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

/// Header fields in the order in which they were sent.
///
/// Names are compared without regard to case.
package struct HTTPFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    package struct Field: Sendable, Equatable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    private var fields: [Field] = []

    package init() {}

    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first value of that name. Setting it replaces every field of that name.
    package subscript(name: String) -> String? {
        get { fields.first { $0.name.isSameToken(as: name) }?.value }
        set {
            fields.removeAll { $0.name.isSameToken(as: name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// Every value of that name, in order.
    package func values(of name: String) -> [String] {
        fields.filter { $0.name.isSameToken(as: name) }.map(\.value)
    }

    /// The number of bytes of all names and values.
    var byteCount: Int { fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }

    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }
}

extension HTTPFields: RandomAccessCollection {
    package var startIndex: Int { fields.startIndex }
    package var endIndex: Int { fields.endIndex }

    package subscript(position: Int) -> Field { fields[position] }
}

extension String {
    fileprivate func isSameToken(as other: String) -> Bool {
        utf8.count == other.utf8.count
            && utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension UInt8 {
    fileprivate var lowercasedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
