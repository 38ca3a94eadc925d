internal import ForageCore
internal import ForageStorage
internal import HTTPServer
internal import Platform

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

/// What content is kept under.
protocol ContentKey: Hashable, Sendable {
    /// How many bytes it takes, more or less: it may be longer than the content.
    var byteCount: Int { get }
}

/// Content that is made once for all who want it at once, and handed out again for a while.
struct SharedContent<Key: ContentKey>: Sendable {
    private typealias Work = SharedWork<Key, Result<Content, HTTPProblem>>

    private let work = Work()
    private let kept: MemoryCache<Key, Content>

    /// Something that was made, and for how many seconds it is good.
    struct Made {
        let content: Content
        let time: TimeInterval
    }

    /// - Parameter limit: How many bytes may be kept, those of the keys counted.
    init(upTo limit: Int) { kept = MemoryCache(limit: limit, usualByteCount: 64 << 10) }

    /// What is kept under a key.
    func kept(for key: Key) -> Content? { kept.value(for: key) }

    /// What is kept under a key, or is made now. The last who goes away ends the making.
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
    /// The outcome of work.
    init(of work: () async throws(Failure) -> Success) async {
        do throws(Failure) { self = .success(try await work()) } catch { self = .failure(error) }
    }
}

extension HTTPProblem {
    /// What is told to those who are gone.
    static let nobodyWaits = HTTPProblem(503, "Nobody waits for it any more.")
}
