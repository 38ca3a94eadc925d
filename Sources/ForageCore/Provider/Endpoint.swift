public import Platform

/// One request as a value.
///
/// ```swift
/// Endpoint.get("https://api.example.com/search")
///     .query("q", .text(query.text))
///     .header("Authorization", "Client-ID ", .key("accessKey"))
/// ```
///
/// A key is only named here. Its value is inserted when the request is sent, so an endpoint can be printed, compared
/// and recorded.
public struct Endpoint: Hashable, Sendable {
    /// The address or file to read.
    public var target: Target
    /// The HTTP method.
    public var method: Method
    /// The query items of the address, in order.
    public var query: [Field] = []
    /// The header fields, in order.
    public var headers: [Field] = []
    /// The JSON to send with ``Method/post``; nil for none. It never contains a key.
    public var body: String?
    /// The part of the response body to read.
    public var limit: BodyLimit = .whole(usualLimit)

    /// The maximum number of body bytes to read if an endpoint does not set one: 16 MiB.
    public static let usualLimit = 16 * 1024 * 1024

    /// The address or file that an endpoint reads.
    public enum Target: Hashable, Sendable {
        /// An address that contains no secret.
        case web(WebURL)
        /// A file that the user named in a setting.
        case file(FileSetting)
    }

    /// A name with a value whose parts may be secrets.
    public struct Field: Hashable, Sendable {
        /// The name of the header or of the query item.
        public let name: String
        /// The value in parts.
        public let value: [Piece]

        /// Pairs a name with the parts of its value.
        public init(name: String, value: [Piece]) {
            self.name = name
            self.value = value
        }
    }

    /// A part of a value.
    public enum Piece: Hashable, Sendable, ExpressibleByStringLiteral {
        /// Literal text.
        case text(String)
        /// The key with this name, inserted when the request is sent.
        case key(String)
        /// The time when the request is sent, in seconds since 1970.
        case time
        /// The SHA-1 of these parts in hexadecimal digits, with which some services have requests signed.
        case sha1([Piece])

        /// Creates a literal part.
        public init(stringLiteral text: String) { self = .text(text) }

        /// The names of the keys in it.
        package var keyNames: [String] {
            switch self {
            case .key(let name): [name]
            case .sha1(let pieces): pieces.flatMap(\.keyNames)
            case .text, .time: []
            }
        }
    }

    /// The part of a response body to read.
    public enum BodyLimit: Hashable, Sendable {
        /// The whole body, up to this many bytes after decompression.
        case whole(Int)
        /// The first bytes, requested as a range.
        case prefix(Int)

        /// The maximum number of bytes.
        public var byteCount: Int {
            switch self {
            case .whole(let count), .prefix(let count): count
            }
        }
    }

    /// Returns a request for a page.
    public static func get(_ url: WebURL) -> Endpoint { Endpoint(target: .web(url), method: .get) }

    /// Returns a request that submits JSON.
    public static func post(_ url: WebURL, json: String) -> Endpoint {
        var endpoint = Endpoint(target: .web(url), method: .post)
        endpoint.body = json
        return endpoint
    }

    /// Returns a request for a file that the user named in a setting.
    public static func file(_ setting: FileSetting) -> Endpoint {
        Endpoint(target: .file(setting), method: .get)
    }

    /// Adds a query item.
    public func query(_ name: String, _ value: Piece...) -> Endpoint {
        var copy = self
        copy.query.append(Field(name: name, value: value))
        return copy
    }

    /// Adds a query item with a text; none if it is nil.
    ///
    /// ```swift
    /// .query("color", query.filters.hue?.rawValue)
    /// ```
    public func query(_ name: String, _ text: String?) -> Endpoint {
        text.map { query(name, .text($0)) } ?? self
    }

    /// Adds a query item with the service's word for a value; none if the value is nil or the service has no word.
    ///
    /// ```swift
    /// .query("order_by", query.order, [.newest: "latest", .interesting: "editorial"])
    /// ```
    public func query<Value: Hashable>(_ name: String, _ value: Value?, _ words: [Value: String]) -> Endpoint
    {
        query(name, value.flatMap { words[$0] })
    }

    /// Adds a query item with a time as seconds since 1970; none if it is nil.
    ///
    /// ```swift
    /// .query("before", secondsTo: query.filters.publishedBefore, adding: -1)   // a range with its last second
    /// ```
    public func query(_ name: String, secondsTo time: Date?, adding seconds: Int = 0) -> Endpoint {
        query(name, time.map { "\(Int($0.timeIntervalSince1970) + seconds)" })
    }

    /// Adds the number and the size of a page, for services that number their pages.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - numbers: The numbers of the pages that the service has.
    ///   - provider: The description of the provider.
    ///   - number: The name of the query item with the number.
    ///   - size: The name of the query item with the size.
    /// - Returns: The request for the page.
    /// - Throws: ``ProviderError/unanswerable(_:)`` if the cursor is not a number.
    public func page(
        _ page: PageRequest, in numbers: ClosedRange<Int> = 1...(.max), of provider: ProviderInfo,
        number: String = "page", size: String = "per_page"
    ) throws(ProviderError) -> Endpoint {
        query(number, .text("\(try page.number(in: numbers, of: provider))"))
            .query(size, .text("\(page.bounded(by: provider.terms).size)"))
    }

    /// Adds a header field.
    public func header(_ name: String, _ value: Piece...) -> Endpoint {
        var copy = self
        copy.headers.append(Field(name: name, value: value))
        return copy
    }

    /// Requests only the first bytes.
    public func prefix(_ byteCount: Int) -> Endpoint {
        var copy = self
        copy.limit = .prefix(byteCount)
        return copy
    }
}

extension Endpoint {
    /// The names of the keys that it needs.
    public var keyNames: Set<String> {
        Set(
            (query + headers).flatMap(\.value).flatMap(\.keyNames))
    }
}

extension Endpoint {
    /// The address with its query but without the items that contain a key; nil for a file or if the address is too
    /// long. A ``Fetcher`` of your own sends a request to this address, with the ``headers``.
    public var openAddress: WebURL? {
        guard case .web(let url) = target else { return nil }
        let items = query.compactMap(\.openText)
        if items.isEmpty { return url }
        let text = url.text.prefix { $0 != "#" }
        return WebURL(text + (text.contains("?") ? "&" : "?") + items.joined(separator: "&"))
    }
}

extension Endpoint {
    /// An HTTP method such as `GET`; any token that HTTP allows.
    public struct Method: Hashable, Sendable, CustomStringConvertible {
        /// The method name as it is sent, case-sensitive.
        public let text: String

        /// Checks a method name; nil if HTTP does not allow it.
        public init?(_ text: String) {
            guard HTTPSyntax.isToken(text.utf8), text.utf8.count <= 64 else { return nil }
            self.text = text
        }

        private init(known text: String) { self.text = text }

        /// The text as it is printed.
        public var description: String { text }

        /// Requests a representation of the resource.
        public static let get = Method(known: "GET")
        /// Requests the header fields only.
        public static let head = Method(known: "HEAD")
        /// Submits data.
        public static let post = Method(known: "POST")

        /// Indicates whether a request changes nothing on the server (RFC 9110, 9.2.1, and the registry of methods).
        public var isSafe: Bool { Self.safeWords.contains(text) }

        private static let safeWords: Set = [
            "GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "REPORT", "SEARCH",
        ]
    }
}

extension Endpoint.Field {
    /// The reason why this cannot be a header field with any key values; nil if it can.
    package var headerFault: String? {
        if Endpoint.Method(name) == nil { return "\(name.quoted) is not the name of a header field" }
        if Self.clientsOwn.contains(name.lowercased()) {
            return "only Forage may set the header field \(name)"
        }
        for case .text(let text) in value where !text.utf8.allSatisfy(HTTPSyntax.isAllowedInField) {
            return "the header field \(name) has a control character in its value"
        }
        return nil
    }

    /// Header fields that control the connection, the framing and encoding of the body, and the client's identity.
    private static let clientsOwn: Set = [
        "accept-encoding", "connection", "content-encoding", "content-length", "expect", "host",
        "http2-settings", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te",
        "trailer", "transfer-encoding", "upgrade", "user-agent", "via",
    ]
}

extension Endpoint.Field {
    /// The name and value as they appear in an address; nil if the field contains a key.
    fileprivate var openText: String? {
        var text = PercentEncoding.encode(name) + "="
        for piece in value {
            guard case .text(let part) = piece else { return nil }
            text += PercentEncoding.encode(part)
        }
        return text
    }
}
