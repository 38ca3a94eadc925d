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
