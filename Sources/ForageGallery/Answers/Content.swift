internal import ForageCore
internal import ForageStorage
internal import HTTPServer
internal import Platform

/// A response body with an entity tag.
struct Content: Sendable {
    let type: String
    let bytes: [UInt8]
    /// The entity tag; nil if the digest cannot be computed.
    private let tag: String?
    /// The content compressed with gzip, if that was done in advance.
    private let packed: [UInt8]?

    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - type: The media type.
    ///   - isPackedAhead: True to compress it now, which is worthwhile if it will be requested often.
    init(_ bytes: [UInt8], type: String, isPackedAhead: Bool = false) {
        self.type = type
        self.bytes = bytes
        tag = (try? Digest.sha256.of(bytes)).map { "\"\(Array($0.prefix(16)).hex)\"" }
        packed = isPackedAhead ? Gzip.pack(bytes, .most) : nil
    }

    init(json text: String) {
        self.init(Array(text.utf8), type: "application/json; charset=utf-8")
    }

    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - headers: The headers of the request.
    ///   - keeping: The value of `Cache-Control`, which states how long a browser may cache it.
    /// - Returns: The content, a part of it, or the status 304 if it has not changed.
    func response(to headers: HTTPFields, keeping: String = "no-cache") -> HTTPServerResponse {
        var response = HTTPServerResponse(headers: ["Content-Type": type, "Cache-Control": keeping])
        let isText = !type.hasPrefix("image/") || type == "image/svg+xml"
        // The tag of text is weak, because it also applies to the compressed form.
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

/// The key of stored content.
protocol ContentKey: Hashable, Sendable {
    /// The approximate size in bytes, which may exceed that of the content.
    var byteCount: Int { get }
}

/// Content that is made once for concurrent requests and reused for some time.
struct SharedContent<Key: ContentKey>: Sendable {
    private typealias Work = SharedWork<Key, Result<Content, HTTPProblem>>

    private let work = Work()
    private let kept: MemoryCache<Key, Content>

    /// New content and its validity in seconds.
    struct Made {
        let content: Content
        let time: TimeInterval
    }

    /// - Parameter limit: The greatest number of stored bytes, including those of the keys.
    init(upTo limit: Int) { kept = MemoryCache(limit: limit) }

    /// The stored content for a key.
    func kept(for key: Key) -> Content? { kept.value(for: key) }

    /// Returns the content for a key, and makes it if it is not stored. The work ends if all clients that requested it
    /// have disconnected.
    func content(
        for key: Key, _ make: @escaping @Sendable () async throws(HTTPProblem) -> Made
    ) async throws(HTTPProblem) -> Content {
        if let content = kept.value(for: key) { return content }
        let made: Result<Content, HTTPProblem>
        do throws(Work.WaitError) {
            made = try await work.result(of: key) {
                await Result(of: { () throws(HTTPProblem) in try await keeping(key, make) })
            }
        } catch {
            throw .nobodyWaits
        }
        return try made.get()
    }

    private func keeping(
        _ key: Key, _ make: () async throws(HTTPProblem) -> Made
    ) async throws(HTTPProblem) -> Content {
        let made = try await make()
        if made.time > 0 {
            kept.insert(
                made.content, for: key, byteCount: key.byteCount + made.content.bytes.count,
                expiry: Date(timeIntervalSinceNow: made.time))
        }
        return made.content
    }
}

extension Result {
    /// Runs work and stores its outcome.
    init(of work: () async throws(Failure) -> Success) async {
        do throws(Failure) { self = .success(try await work()) } catch { self = .failure(error) }
    }
}

extension HTTPProblem {
    /// The error for requests whose clients have disconnected.
    static let nobodyWaits = HTTPProblem(503, "The request was cancelled.")
}
