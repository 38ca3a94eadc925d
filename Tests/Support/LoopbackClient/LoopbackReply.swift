/// An answer in its parts: status, headers, and the body with its chunks joined.
package struct LoopbackReply: Sendable {
    package let status: Int
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
    /// Whether the body has its declared length.
    package let isComplete: Bool

    package var text: String { String(decoding: body, as: UTF8.self) }

    package subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Nil without a complete head.
    package init?(_ bytes: [UInt8], isHead: Bool = false) {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, let status = Int(words[1]) else { return nil }
        self.status = status
        headers = lines.dropFirst().map(Self.field)
        let rest = bytes[end.upperBound...]
        let headers = headers
        if headers.contains(where: { $0.name.lowercased() == "transfer-encoding" }) && !isHead {
            (body, isComplete) = Self.joinChunks(rest)
        } else {
            let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) }
            body = Array(rest)
            isComplete = isHead || length == nil || length == rest.count
        }
    }

    private static func field(_ line: Substring) -> (name: String, value: String) {
        let name = line.prefix { $0 != ":" }
        return (String(name), String(line.dropFirst(name.count + 1).drop { $0 == " " }))
    }

    private static func joinChunks(_ bytes: ArraySlice<UInt8>) -> ([UInt8], Bool) {
        var body: [UInt8] = []
        var rest = bytes
        while let end = rest.firstRange(of: Array("\r\n".utf8)),
            let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16)
        {
            if size == 0 { return (body, true) }
            let chunk = rest[end.upperBound...].prefix(size)
            body += chunk
            rest = rest[end.upperBound...].dropFirst(size + 2)
            if chunk.count < size { break }
        }
        return (body, false)
    }
}

extension LoopbackConnection {
    /// Sends one request on a new connection and reads the answer to its end.
    package static func request(
        _ target: String, port: Int, method: String = "GET", headers: [String] = [], body: String = "",
        limit: Int = 1 << 24
    ) async throws -> LoopbackReply? {
        let connection = try LoopbackConnection(port: port)
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        let lines =
            ["\(method) \(target) HTTP/1.1", "Host: localhost", "Connection: close"] + length + headers
        try await connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        return LoopbackReply(try await connection.readToEnd(limit: limit), isHead: method == "HEAD")
    }
}
