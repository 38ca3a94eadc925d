internal import HTTPServer
internal import Platform

/// Applies the faults of a request to the normal answer.
struct FaultPlay: Sendable {
    let faults: [Fault]
    let request: HTTPServerRequest

    /// The query item that counts redirects. The sandbox adds it, and removes it before the simulated host reads the
    /// query.
    static let hopsFlag = "sandbox-hops"

    func respond(_ goodAnswer: () async -> HTTPServerResponse) async -> HTTPServerResponse {
        let due = ContinuousClock.now + delay
        var response: HTTPServerResponse
        if let replacement = faults.lazy.compactMap(replacement).first {
            response = replacement
        } else {
            response = await goodAnswer()
        }
        for fault in faults {
            change(&response, by: fault)
            changeRange(of: &response, by: fault)
        }
        // The answer is created during the delay, so that the time for creating it is not added.
        try? await Task.sleep(until: due, clock: .continuous)
        for fault in faults { deliver(&response, by: fault) }
        return response
    }
}

// MARK: - Instead of the answer

extension FaultPlay {
    private var delay: Duration {
        faults.reduce(.zero) { sum, fault in
            if case .delay(let milliseconds) = fault { sum + .milliseconds(milliseconds) } else { sum }
        }
    }

    private func replacement(for fault: Fault) -> HTTPServerResponse? {
        switch fault {
        case .status(let status, let retryAfter) where status >= 400: failure(status, retryAfter: retryAfter)
        case .html: .html("One more step", "<p>Please show that you are a person.</p>")
        case .loop: redirect
        case .redirect(let count): hops < count ? redirect : nil
        case .echo(let status) where status >= 400 || hops == 0:
            Echo(request: request, location: redirect.headers["Location"]).response(status: status)
        default: nil
        }
    }

    private func failure(_ status: Int, retryAfter: Int?) -> HTTPServerResponse {
        if status >= 500 { return .html("\(status) Server Error", "<p>Something broke.</p>", status: status) }
        var response = HTTPServerResponse.text(Self.texts[status] ?? "Error \(status)", status: status)
        response.headers["Retry-After"] = retryAfter.map(String.init)
        return response
    }

    private static let texts = [
        401: "Unauthorized: the access token is invalid", 403: "Rate Limit Exceeded", 404: "Not Found",
        429: "Too Many Requests",
    ]

    private var hops: Int {
        request.queryValue(Self.hopsFlag).flatMap { Int($0) } ?? 0
    }

    /// A redirect to the same path, which contains only a query, so that it is valid for the original host and for the
    /// sandbox.
    private var redirect: HTTPServerResponse {
        let sent = (request.rawQuery ?? "").split(separator: "&").filter {
            !$0.hasPrefix(Self.hopsFlag + "=")
        }
        let query = sent.map(String.init) + ["\(Self.hopsFlag)=\(hops + 1)"]
        return HTTPServerResponse(status: 302, headers: ["Location": "?" + query.joined(separator: "&")])
    }
}

// MARK: - Changing the answer

extension FaultPlay {
    private func change(_ response: inout HTTPServerResponse, by fault: Fault) {
        switch fault {
        case .status(let status, _): response.status = status
        case .type(let type): response.headers["Content-Type"] = type
        case .mispacked where request.headers["Range"] != nil: response.headers["Content-Encoding"] = "gzip"
        case .badByte:
            if case .bytes(let bytes) = response.body { response.body = .bytes(Self.spoiled(bytes)) }
        default: break
        }
    }

    /// Inserts the byte between two letters, so that a text becomes invalid and not the structure around it.
    private static func spoiled(_ bytes: [UInt8]) -> [UInt8] {
        let middle = bytes.count / 2
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        let place = (middle..<bytes.count).first { $0 > 0 && isLetter(bytes[$0]) && isLetter(bytes[$0 - 1]) }
        return bytes[..<(place ?? middle)] + [0xFF] + bytes[(place ?? middle)...]
    }

    private func deliver(_ response: inout HTTPServerResponse, by fault: Fault) {
        guard case .bytes(let bytes) = response.body else { return }
        switch fault {
        case .cut(let count):
            response.body = .cut(Array(bytes.prefix(count ?? bytes.count / 2)), declaredLength: bytes.count)
        case .short(let count):
            response.body = .stream { try await $0.write(Array(bytes.prefix(count ?? bytes.count / 2))) }
        case .endless: response.body = .stream { try await Self.writeEndlessly(bytes, to: $0) }
        case .drip(let milliseconds):
            response.body = .stream(byteCount: bytes.count) {
                try await Self.drip(bytes, every: milliseconds, to: $0)
            }
        default: break
        }
    }

    private static func writeEndlessly(_ bytes: [UInt8], to writer: HTTPServerBodyWriter) async throws {
        try await writer.write(Array(bytes.prefix(bytes.count / 2)))
        let filler = [UInt8](repeating: UInt8(ascii: "x"), count: 16384)
        while true { try await writer.write(filler) }
    }

    private static func drip(_ bytes: [UInt8], every milliseconds: Int, to writer: HTTPServerBodyWriter)
        async throws
    {
        let size = max(1, bytes.count / 20)
        for start in stride(from: 0, to: bytes.count, by: size) {
            if start > 0 { try await Task.sleep(for: .milliseconds(milliseconds)) }
            try await writer.write(Array(bytes[start...].prefix(size)))
        }
    }
}

/// The faults of parts of files. The simulated service does not see the range, so the part is created here.
extension FaultPlay {
    /// The headers that the simulated host receives.
    var seenHeaders: HTTPFields {
        var headers = request.headers
        if faults.contains(where: \.isAboutRanges) {
            headers["Range"] = nil
            headers["If-Range"] = nil
        }
        return headers
    }

    func changeRange(of response: inout HTTPServerResponse, by fault: Fault) {
        guard let range = request.headers["Range"].flatMap(BodyRange.init), response.status == 200,
            case .bytes(let bytes) = response.body
        else { return }
        switch fault {
        case .refusesRange(let status):
            response.status = status
            response.body = .bytes([])
        case .wrongRange: response.send(bytes, from: 1)
        case .changed: response.change(bytes)
        case .mixed:
            response.change(bytes)
            if let part = range.part(of: bytes.count) { response.send(bytes.changed, from: part.lowerBound) }
        default: break
        }
    }
}

/// An answer that repeats the request in all its parts, like some careless servers. A client must handle an answer that
/// contains its own keys.
struct Echo: Sendable {
    let request: HTTPServerRequest
    /// The target of a redirect, which is followed once.
    let location: String?

    func response(status: Int) -> HTTPServerResponse {
        let packed = Data(sent.utf8).base64EncodedString().replacing("=", with: "")
        var response = HTTPServerResponse.json(
            """
            {"stat":"fail","code":100,"message":\(sent),"errors":[\(sent)],"error":\(sent),"packed":\(packed)}
            """, status: status, ["ETag": "\"\(packed)\"", "X-Echo": sent])
        if status == 401 { response.headers["WWW-Authenticate"] = "Bearer realm=\"\(sent)\"" }
        if (300...399).contains(status) { response.headers["Location"] = location }
        return response
    }

    /// The request as it was sent, with the decoded parts of its query.
    private var sent: String {
        let parameters = request.query.map { "\($0.name)=\($0.value)" }
        let fields = request.headers.map { "\($0.name): \($0.value)" }
        return ([request.rawPath, request.rawQuery ?? ""] + parameters + fields).joined(separator: " ")
            .filter { $0 != "\"" && $0.isASCII }
    }
}

extension Fault {
    fileprivate var isAboutRanges: Bool {
        switch self {
        case .ignoresRange, .refusesRange, .wrongRange, .changed, .mixed: true
        default: false
        }
    }
}

extension HTTPServerResponse {
    /// Turns the answer into that for a changed file.
    fileprivate mutating func change(_ bytes: [UInt8]) {
        headers["ETag"] = "\"changed\""
        body = .bytes(bytes.changed)
    }

    fileprivate mutating func send(_ bytes: [UInt8], from start: Int) {
        status = 206
        headers["Content-Range"] = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
        body = .bytes(Array(bytes[start...]))
    }
}

extension [UInt8] {
    /// A file of the same length with another last byte.
    fileprivate var changed: [UInt8] { dropLast() + [(last ?? 0) ^ 0xFF] }
}
