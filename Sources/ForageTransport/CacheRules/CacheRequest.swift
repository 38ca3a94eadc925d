package import ForageCore

/// A request as the rules see it: without anything secret.
package struct CacheRequest: Hashable, Sendable {
    package let key: CacheKey
    package let method: Endpoint.Method
    /// The header fields, keys only named.
    package let headers: Headers
    package let control: CacheControl
    /// Which bytes are asked for; nil for all.
    package let range: ByteRange?
    /// Whether the range is our own wish for no more than the beginning, which a whole answer meets too.
    package let isPrefix: Bool

    /// Nil for what no cache has to do with: files.
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

    /// A field's value in the form that all values of the same meaning share; nil where it is not there.
    func regularValue(of name: String) -> String? {
        VariantFields.regular(headers.lines(of: name), of: name)
    }

    /// How many bytes from the beginning are wished for.
    var prefixByteCount: Int? {
        guard isPrefix, case .from(0, through: let last?) = range else { return nil }
        return last + 1
    }

    /// The request's own conditions, which a cache may answer (RFC 9111, 4.3.2).
    var isConditional: Bool { headers["If-None-Match"] != nil || headers["If-Modified-Since"] != nil }

    /// Whether it hangs on what only the origin knows.
    var isForOriginAlone: Bool { headers["If-Match"] != nil || headers["If-Unmodified-Since"] != nil }
}

/// Which bytes of a file a request asks for (RFC 9110, 14).
package enum ByteRange: Hashable, Sendable {
    /// From here to there, both included, or to the end.
    case from(Int, through: Int?)
    /// So many at the end.
    case last(Int)
    /// Several ranges, or a unit that nobody knows: for the origin to make something of.
    case other

    /// Reads a `Range` field.
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

    /// The bytes meant of a file of this length, which need not be known; nil where that cannot be told or there are none.
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
    fileprivate var textWithNamedKeys: String {
        value.map { piece in
            switch piece {
            case .text(let text): text
            case .key(let name): "{key \(name)}"
            }
        }.joined()
    }
}
