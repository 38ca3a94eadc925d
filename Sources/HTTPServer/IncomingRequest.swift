/// A request whose body is still arriving.
struct IncomingRequest {
    private let method: String
    private let target: RequestTarget
    private let headers: HTTPFields
    private let remoteAddress: String
    private let limit: Int
    private var body: [UInt8] = []
    private var arrived = 0

    init(method: String, target: RequestTarget, headers: HTTPFields, remoteAddress: String, limit: Int) {
        self.method = method
        self.target = target
        self.headers = headers
        self.remoteAddress = remoteAddress
        self.limit = limit
        arrived = headers["Content-Length"].flatMap { Int($0) }.map { $0 > limit ? $0 : 0 } ?? 0
    }

    /// More came, or was promised, than is allowed.
    var isTooLong: Bool { arrived > limit }

    /// What exceeds the limit is counted but not kept.
    ///
    /// False once it exceeds it so far that reading on to say so politely is not worth it.
    mutating func append(_ piece: UnsafeRawBufferPointer) -> Bool {
        arrived += piece.count
        if isTooLong { body = [] } else { body.append(contentsOf: piece) }
        return arrived / 2 <= limit
    }

    var whole: HTTPServerRequest {
        HTTPServerRequest(
            method: method, target: target, headers: headers, body: body, remoteAddress: remoteAddress)
    }
}
