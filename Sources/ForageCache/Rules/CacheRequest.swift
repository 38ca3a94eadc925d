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
