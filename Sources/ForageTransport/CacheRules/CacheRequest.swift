package import ForageCore

/// A request as the cache rules use it: without secrets.
package struct CacheRequest: Hashable, Sendable {
    package let key: CacheKey
    package let method: Endpoint.Method
    /// The header fields, with names in place of keys.
    package let headers: Headers
    package let control: CacheControl
    /// The requested bytes; nil for all.
    package let range: ByteRange?
    /// True if the range only limits the answer to its beginning, so that a whole answer is acceptable, too.
    package let isPrefix: Bool

    /// Creates a request from an endpoint; nil for a file, which is never cached.
    package init?(_ endpoint: Endpoint) {
        guard let key = CacheKey(endpoint) else { return nil }
        self.key = key
        method = endpoint.method
        var headers = Headers()
        for field in endpoint.headers { headers.append(field.name, field.textWithNamedKeys) }
        self.headers = headers
        control = CacheControl(headers)
        if let text = headers["Range"] {
            (range, isPrefix) = (ByteRange(text), false)
        } else if case .prefix(let count) = endpoint.limit {
            (range, isPrefix) = (.from(0, through: max(1, count) - 1), true)
        } else {
            (range, isPrefix) = (nil, false)
        }
    }

    /// Returns the normalized value of a field; nil if the field is missing.
    func regularValue(of name: String) -> String? {
        VariantFields.regular(headers.lines(of: name), of: name)
    }

    /// The number of bytes requested from the beginning; nil if the request is not for a beginning.
    var prefixByteCount: Int? {
        guard isPrefix, case .from(0, through: let last?) = range else { return nil }
        return last + 1
    }

    /// Indicates whether the request has conditions that a cache may evaluate (RFC 9111, 4.3.2).
    var isConditional: Bool { headers["If-None-Match"] != nil || headers["If-Modified-Since"] != nil }

    /// Indicates whether the request has conditions that only the origin can evaluate.
    var isForOriginAlone: Bool { headers["If-Match"] != nil || headers["If-Unmodified-Since"] != nil }
}

/// The bytes of a file that a request asks for (RFC 9110, 14).
package enum ByteRange: Hashable, Sendable {
    /// The bytes from one offset through another, or to the end.
    case from(Int, through: Int?)
    /// This number of bytes at the end.
    case last(Int)
    /// Several ranges or an unknown unit, which only the origin can interpret.
    case other

    /// Parses a `Range` field.
    package init(_ text: String) {
        self = Self.single(text) ?? .other
    }

    private static func single(_ text: String) -> ByteRange? {
        let halves = text.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, halves[0].lowercased() == "bytes" else { return nil }
        let ends = halves[1].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        let (first, last) = (HTTPSyntax.byteCount(ends[0]), HTTPSyntax.byteCount(ends[1]))
        switch (first, last) {
        case (let first?, let last?): return first <= last ? .from(first, through: last) : nil
        case (let first?, nil): return ends[1].isEmpty ? .from(first, through: nil) : nil
        case (nil, let count?): return ends[0].isEmpty ? .last(count) : nil
        case (nil, nil): return nil
        }
    }

    /// Returns the bytes for a file of this length, which may be unknown; nil if they cannot be determined or are
    /// empty.
    package func bytes(of total: Int?) -> Range<Int>? {
        switch (self, total) {
        case (.from(let first, let last), let total?):
            let end = min(last.map { $0 + 1 } ?? total, total)
            return first < end ? first..<end : nil
        case (.from(let first, let last?), nil): return first..<(last + 1)
        case (.last(let count), let total?):
            return count > 0 && total > 0 ? max(0, total - count)..<total : nil
        case (.from, nil), (.last, nil), (.other, _): return nil
        }
    }
}

extension Endpoint.Field {
    fileprivate var textWithNamedKeys: String { value.map(\.textWithNamedKeys).joined() }
}

extension Endpoint.Piece {
    fileprivate var textWithNamedKeys: String {
        switch self {
        case .text(let text): text
        case .key(let name): "{key \(name)}"
        case .time: "{time}"
        case .sha1(let pieces): "{sha1 \(pieces.map(\.textWithNamedKeys).joined())}"
        }
    }
}
