/// What the statuses mean to a cache.
enum StatusRules {
    /// Those that may be kept although nothing says how long (RFC 9110, 15.1).
    static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
    }

    /// Those whose rules this cache knows (RFC 9111, 5.2.2.3).
    static func isUnderstood(_ status: Int) -> Bool {
        isHeuristicallyCacheable(status)
            || [
                201, 202, 205, 302, 303, 307, 400, 401, 402, 403, 406, 407, 408, 409, 411, 412, 413, 415, 416,
                417, 421, 422, 426, 429, 500, 502, 503, 504, 505,
            ].contains(status)
    }

    /// Those by which a server says that it cannot answer now, so that an older answer is better than none.
    static func isPassingFailure(_ status: Int) -> Bool { [429, 500, 502, 503, 504].contains(status) }
}
