package import ForageCore
internal import JSON
package import Platform

/// A web archive in the format WARC 1.1 (ISO 28500): the answers of services, and what was read in them.
package struct WARCFile: Sendable {
    /// The contents so far.
    package private(set) var bytes: [UInt8] = []

    /// - Parameters:
    ///   - software: The name and version of the program.
    ///   - date: The time of its creation.
    package init(by software: String, at date: Date) {
        let fields = "software: \(software)\r\nformat: WARC File Format 1.1\r\n"
        append("warcinfo", of: nil, at: date, type: "application/warc-fields", Array(fields.utf8))
    }

    /// Adds an answer of a service, as it was after the transfer and without keys.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - url: The address of the request, without keys.
    ///   - date: The time at which it arrived.
    package mutating func add(_ response: Response, from url: WebURL, at date: Date) {
        var head = "HTTP/1.1 \(response.status) \(response.status == 200 ? "OK" : "")\r\n"
        // The body is no longer encoded for the transfer.
        let encodings: Set = ["content-encoding", "transfer-encoding", "content-length"]
        for field in response.headers.fields where !encodings.contains(field.name.lowercased()) {
            head += "\(field.name): \(field.value.onOneLine)\r\n"
        }
        head += "Content-Length: \(response.body.count)\r\n\r\n"
        var fields: [(String, String)] = []
        if let digest = try? Digest.sha256.of(response.body) {
            fields.append(("WARC-Payload-Digest", "sha256:\(digest.hex)"))
        }
        if response.completeness != .whole { fields.append(("WARC-Truncated", "unspecified")) }
        append(
            "response", of: url.text, at: date, type: "application/http; msgtype=response", fields: fields,
            Array(head.utf8) + response.body)
    }

    /// Adds a file, such as the lock.
    package mutating func add(file: [UInt8], named name: String, type: String, at date: Date) {
        append("resource", of: "urn:forage:\(PercentEncoding.encode(name))", at: date, type: type, file)
    }

    /// Adds a statement in JSON about an address.
    package mutating func add(statement: String, about address: String, at date: Date) {
        append("metadata", of: address, at: date, type: "application/json", Array(statement.utf8))
    }

    private mutating func append(
        _ kind: String, of target: String?, at date: Date, type: String, fields: [(String, String)] = [],
        _ block: [UInt8]
    ) {
        var head = [("WARC-Type", kind), ("WARC-Record-ID", "<urn:uuid:\("\(UUID())".lowercased())>")]
        head.append(("WARC-Date", date.iso8601))
        if let target { head.append(("WARC-Target-URI", target)) }
        if let digest = try? Digest.sha256.of(block) {
            head.append(("WARC-Block-Digest", "sha256:\(digest.hex)"))
        }
        head += fields + [("Content-Type", type), ("Content-Length", "\(block.count)")]
        let lines = head.map { "\($0.0): \($0.1)\r\n" }.joined()
        bytes += Array("WARC/1.1\r\n\(lines)\r\n".utf8) + block + Array("\r\n\r\n".utf8)
    }
}
