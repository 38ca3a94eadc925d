internal import Compression
internal import ForageCore
internal import HTTPServer
internal import Hashing

/// Something that is handed out whole, known again by its tag.
struct Content: Sendable {
    let type: String
    let bytes: [UInt8]
    /// What it is known again by; nil where no digest can be made.
    private let tag: String?
    /// As gzip, where that was made ahead.
    private let packed: [UInt8]?

    /// - Parameters:
    ///   - bytes: What it is.
    ///   - type: Its media type.
    ///   - isPackedAhead: Whether it is worth while to pack it now, because it will be asked for often.
    init(_ bytes: [UInt8], type: String, isPackedAhead: Bool = false) {
        self.type = type
        self.bytes = bytes
        tag = (try? Digest.sha256.of(bytes)).map { "\"\(Array($0.prefix(16)).hex)\"" }
        packed = isPackedAhead ? Gzip.pack(bytes, .most) : nil
    }

    init(json text: String) {
        self.init(Array(text.utf8), type: "application/json; charset=utf-8")
    }

    /// The answer to a request for it.
    ///
    /// - Parameters:
    ///   - headers: Those of the request.
    ///   - keeping: How long a browser may keep it.
    /// - Returns: It, a part of it, or a word that it is as it was.
    func response(to headers: HTTPFields, keeping: String = "no-cache") -> HTTPServerResponse {
        var response = HTTPServerResponse(headers: ["Content-Type": type, "Cache-Control": keeping])
        let isText = !type.hasPrefix("image/") || type == "image/svg+xml"
        // Packed or not, it says the same.
        response.headers["ETag"] = tag.map { isText ? "W/\($0)" : $0 }
        if isText { response.headers["Vary"] = "Accept-Encoding" }
        if EntityTag.isNamed(tag, in: headers.values(of: "If-None-Match")) {
            response.status = 304
            return response
        }
        if isText, HTTPSyntax.names("gzip", in: headers.values(of: "Accept-Encoding")),
            let packed = packed ?? Gzip.pack(bytes)
        {
            response.headers["Content-Encoding"] = "gzip"
            response.body = .bytes(packed)
        } else {
            response.body = .bytes(bytes)
        }
        return isText ? response : response.honouringRange(askedFor: headers)
    }
}
