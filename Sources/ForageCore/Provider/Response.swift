package import JSON

/// A response as a value that can be stored, recorded and replayed.
public struct Response: Hashable, Sendable {
    /// The address that answered, after redirects, without secrets; nil for a file.
    public var url: WebURL?
    /// The HTTP status; 200 for a file.
    public var status: Int
    /// The header fields.
    public var headers: Headers
    /// The body, decompressed.
    public var body: [UInt8]
    /// Indicates whether the body is complete.
    public var completeness: Completeness
    /// The responses to further requests, in order, when decoding returned ``Step/more(_:)``.
    public var following: [Response] = []

    /// The completeness of a body.
    public enum Completeness: Hashable, Sendable {
        /// Everything that the server had, or everything that was requested.
        case whole
        /// The connection ended before the body did.
        case cutOff
        /// The body is longer than the limit; reading stopped there.
        case overLimit
    }

    /// Creates a response.
    public init(
        url: WebURL? = nil, status: Int = 200, headers: Headers = Headers(), body: [UInt8],
        completeness: Completeness = .whole
    ) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
        self.completeness = completeness
    }
}

extension Response {
    /// The number of the next page, from the query item `page` of the next address in the `Link` header.
    public var nextPageNumber: Int? {
        guard let next = headers["Link"].flatMap({ LinkRelations($0)["next"] }),
            let start = next.firstIndex(of: "?")
        else { return nil }
        let items = next[start...].dropFirst().split(separator: "&")
        return items.first { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst("page=".count)) }
    }

    /// Returns the response without the call of a function around its JSON, as in `jsonFlickrApi({"stat":"ok"});`. All
    /// other bytes keep their places.
    public func unwrapped(from function: String) -> Response {
        let name = Array("\(function)(".utf8)
        guard let start = body.firstIndex(where: { $0 > 0x20 }), body[start...].starts(with: name) else {
            return self
        }
        var copy = self
        for place in start..<start + name.count { copy.body[place] = 0x20 }
        for sign in [UInt8(ascii: ";"), UInt8(ascii: ")")] {
            if let end = copy.body.lastIndex(where: { $0 > 0x20 }), copy.body[end] == sign {
                copy.body[end] = 0x20
            }
        }
        return copy
    }

    /// The body as JSON, whatever its content type. If the body was cut off or damaged, the part that can be read.
    ///
    /// - Throws: ``ProviderError/unreadable(_:)`` with a description of the actual body, such as a web page.
    package func json() throws(ProviderError) -> JSONDocument {
        if let disguise = Disguise(of: body) { throw .unreadable(disguise.description) }
        do throws(JSONError) {
            return try JSONDocument(body)
        } catch {
            throw .unreadable("The answer cannot be read as JSON. \(error)")
        }
    }
}

/// A description of a body that is not the expected array or object.
private struct Disguise: CustomStringConvertible {
    private let name: String
    private let start: ArraySlice<UInt8>

    init?(of body: [UInt8]) {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = body.starts(with: byteOrderMark) ? body.dropFirst(3) : body[...]
        start = content.drop { $0 <= 0x20 }
        guard let name = Self.name(of: start) else { return nil }
        self.name = name
    }

    var description: String {
        if start.isEmpty { return "Expected JSON, but the answer is \(name)." }
        let words = String(decoding: start.prefix(48), as: UTF8.self).onOneLine
        let more = start.count > 48 ? "…" : ""
        return
            "Expected JSON, but the answer is \(name): at byte \(start.startIndex) it starts with “\(words)\(more)”."
    }

    private static func name(of start: ArraySlice<UInt8>) -> String? {
        let letters = start.prefix { $0.isLetter || $0.isDigit || "_$.".utf8.contains($0) }
        switch start.first {
        case nil: return "empty"
        case UInt8(ascii: "{"), UInt8(ascii: "["): return nil
        case UInt8(ascii: "<"):
            let words = String(decoding: start.prefix(1024), as: UTF8.self).lowercased()
            return words.contains("<html") || words.hasPrefix("<!doctype html") ? "a web page" : "XML"
        case UInt8(ascii: "\""): return "a single text"
        default: break
        }
        if start.dropFirst(letters.count).first == UInt8(ascii: "(") {
            return "JSONP, JSON wrapped in a function call"
        }
        if (try? JSONDocument(Array(start), mode: .strict)) != nil { return "a single value" }
        return "not JSON"
    }
}
