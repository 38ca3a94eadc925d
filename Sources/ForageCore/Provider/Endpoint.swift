/// One request as a value.
///
/// ```swift
/// Endpoint.get("https://api.example.com/search")
///     .query("q", .text(query.text))
///     .header("Authorization", "Client-ID ", .key("accessKey"))
/// ```
///
/// A key is only named here; its value is put on the wire at the last moment, so an endpoint can be
/// printed, compared and recorded.
public struct Endpoint: Hashable, Sendable {
    /// What is asked.
    public var target: Target
    /// How it is asked.
    public var method: Method
    /// What follows the address's `?`, in order.
    public var query: [Field] = []
    /// The header fields, in order.
    public var headers: [Field] = []
    /// How much of the answer is wanted.
    public var limit: BodyLimit = .whole(usualLimit)

    /// The most bytes of an answer that are read when an endpoint does not say: 16 MiB.
    public static let usualLimit = 16 * 1024 * 1024

    /// What is asked.
    public enum Target: Hashable, Sendable {
        /// An address, without anything secret in it.
        case web(WebURL)
        /// A file that a person named in a setting; from nowhere else.
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
        /// As it stands.
        case text(String)
        /// The key of this name, filled in when the request is sent.
        case key(String)

        /// Writes a part in source code.
        public init(stringLiteral text: String) { self = .text(text) }
    }

    /// How much of an answer is wanted.
    public enum BodyLimit: Hashable, Sendable {
        /// All of it, and no more than this many bytes after decompression.
        case whole(Int)
        /// The first bytes, asked for as a range.
        case prefix(Int)

        /// The greatest number of bytes.
        public var byteCount: Int {
            switch self {
            case .whole(let count), .prefix(let count): count
            }
        }
    }

    /// Asks for a page.
    public static func get(_ url: WebURL) -> Endpoint { Endpoint(target: .web(url), method: .get) }

    /// Reads a file that a person named in a setting.
    public static func file(_ setting: FileSetting) -> Endpoint {
        Endpoint(target: .file(setting), method: .get)
    }

    /// Adds a query item.
    public func query(_ name: String, _ value: Piece...) -> Endpoint {
        var copy = self
        copy.query.append(Field(name: name, value: value))
        return copy
    }

    /// Adds a header field.
    public func header(_ name: String, _ value: Piece...) -> Endpoint {
        var copy = self
        copy.headers.append(Field(name: name, value: value))
        return copy
    }

    /// Asks for no more than the first bytes.
    public func prefix(_ byteCount: Int) -> Endpoint {
        var copy = self
        copy.limit = .prefix(byteCount)
        return copy
    }
}

extension Endpoint {
    /// The names of the keys that it needs, each once.
    public var keyNames: Set<String> {
        Set(
            (query + headers).flatMap(\.value).compactMap {
                if case .key(let name) = $0 { name } else { nil }
            })
    }
}

extension Endpoint {
    /// The address with its query but without the items that hold a key; nil for a file, and if it is too long.
    package var openAddress: WebURL? {
        guard case .web(let url) = target else { return nil }
        let items = query.compactMap(\.openText)
        if items.isEmpty { return url }
        let text = url.text.prefix { $0 != "#" }
        return WebURL(text + (text.contains("?") ? "&" : "?") + items.joined(separator: "&"))
    }
}

extension Endpoint {
    /// How a server is asked, such as `GET`; any word that HTTP allows.
    public struct Method: Hashable, Sendable, CustomStringConvertible {
        /// The word as it is sent; case matters.
        public let text: String

        /// Checks a word; nil for one that HTTP does not allow.
        public init?(_ text: String) {
            guard HTTPSyntax.isToken(text.utf8), text.utf8.count <= 64 else { return nil }
            self.text = text
        }

        private init(known text: String) { self.text = text }

        /// The text as it is printed.
        public var description: String { text }

        /// Asks for what is there.
        public static let get = Method(known: "GET")
        /// Asks for the header fields alone.
        public static let head = Method(known: "HEAD")
        /// Hands something over.
        public static let post = Method(known: "POST")

        /// Whether asking so changes nothing on the server (RFC 9110, 9.2.1, and the registry of methods).
        public var isSafe: Bool { Self.safeWords.contains(text) }

        private static let safeWords: Set = [
            "GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "REPORT", "SEARCH",
        ]
    }
}

extension Endpoint.Field {
    /// Why no request can have this as a header field, whatever its keys are; nil if one can.
    package var headerFault: String? {
        if Endpoint.Method(name) == nil { return "\(name.quoted) is not the name of a header field" }
        if Self.clientsOwn.contains(name.lowercased()) {
            return "the header field \(name) is for the client alone to set"
        }
        for case .text(let text) in value where !text.utf8.allSatisfy(HTTPSyntax.mayStandInField) {
            return "the header field \(name) has a control character in its value"
        }
        return nil
    }

    /// What says whom a connection leads to, how a body is framed and packed, and who asks.
    private static let clientsOwn: Set = [
        "accept-encoding", "connection", "content-encoding", "content-length", "expect", "host",
        "http2-settings", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te",
        "trailer", "transfer-encoding", "upgrade", "user-agent", "via",
    ]
}

extension Endpoint.Field {
    /// Name and value as they stand in an address; nil for a field that holds a key.
    fileprivate var openText: String? {
        var text = PercentEncoding.encode(name) + "="
        for piece in value {
            guard case .text(let part) = piece else { return nil }
            text += PercentEncoding.encode(part)
        }
        return text
    }
}
