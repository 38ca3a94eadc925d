internal import ForageCore

/// A reply while it arrives, subject to its limits. After a method returns `false`, pass no more bytes.
struct IncomingReply {
    /// The lines of the latest header as they arrived; the next one replaces an interim header (103 Early Hints).
    private(set) var head: [UInt8] = []
    private(set) var body: [UInt8] = []
    private(set) var isHeadWhole = false
    private(set) var excess: Excess?
    private let bodyLimit: Int
    private var lineCount = 0

    enum Excess {
        case head, body
    }

    static let headByteLimit = 64 * 1024
    static let headLineLimit = 256

    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    /// Takes one line of the header with its line end. Lines after the body (trailers) are ignored.
    mutating func takeHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
        guard body.isEmpty else { return true }
        if isHeadWhole {
            guard line.starts(with: "HTTP/".utf8) else { return true }
            startHead()
        }
        lineCount += 1
        guard lineCount <= Self.headLineLimit, head.count + line.count <= Self.headByteLimit else {
            excess = .head
            return false
        }
        head.append(contentsOf: line)
        isHeadWhole = line.allSatisfy { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        return true
    }

    /// Reserves memory for a body of a declared length.
    mutating func expectBody(ofByteCount count: Int) {
        body.reserveCapacity(min(bodyLimit, max(0, count)))
    }

    /// Takes the next bytes of the decompressed body, up to the limit.
    mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let room = bodyLimit - body.count
        body.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes.prefix(room)))
        if bytes.count > room { excess = .body }
        return excess == nil
    }

    private mutating func startHead() {
        head.removeAll(keepingCapacity: true)
        lineCount = 0
        isHeadWhole = false
    }
}

/// The status and the header fields of a reply, parsed from its lines.
struct ReplyHead {
    let status: Int
    private(set) var headers = Headers()

    /// Parses a header; nil unless the first line is a final status line. Fields with an invalid name are omitted.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        guard let status = Self.status(in: Self.nextLine(of: &rest)) else { return nil }
        self.status = status
        while true {
            var line = Self.nextLine(of: &rest)
            if line.isEmpty { break }
            // A line that begins with a space continues the line above (RFC 9112, 5.2).
            while rest.first?.isSpace == true {
                line += [UInt8(ascii: " ")] + Self.nextLine(of: &rest).drop(while: \.isSpace)
            }
            append(line)
        }
    }

    private mutating func append(_ line: ArraySlice<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        var name = line[..<colon]
        // A space here is invalid, but to ignore the field would be worse (RFC 9112, 5.1).
        while name.last?.isSpace == true { name.removeLast() }
        guard HTTPSyntax.isToken(name) else { return }
        // Invalid characters in a value are replaced with spaces (RFC 9110, 5.5).
        let value = line[(colon + 1)...].drop(while: \.isSpace).map { byte in
            HTTPSyntax.isAllowedInField(byte) ? byte : UInt8(ascii: " ")
        }
        headers.append(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    private static func nextLine(of rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest[line.endIndex...].dropFirst()
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }

    private static func status(in line: ArraySlice<UInt8>) -> Int? {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count >= 2, words[0].starts(with: "HTTP/".utf8), words[1].count == 3,
            let status = Int(String(decoding: words[1], as: UTF8.self)), (200...999).contains(status)
        else { return nil }
        return status
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
