internal import ForageCore

/// A reply while it arrives, held to its limits. Whatever is taken after `false` would be too much.
struct IncomingReply {
    /// The lines of the newest head as they came; an interim one (103 Early Hints) is replaced by the next.
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

    /// Takes one line of the head with its line end. Lines behind the body, its trailers, are passed over.
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

    /// Makes room at once for a body whose length was told.
    mutating func expectBody(ofByteCount count: Int) {
        body.reserveCapacity(min(bodyLimit, max(0, count)))
    }

    /// Takes the next bytes of the unpacked body, as many as the limit allows.
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

/// The status and the header fields of a reply, read from the lines that came.
struct ReplyHead {
    let status: Int
    private(set) var headers = Headers()

    /// Nil unless the first line is a final status line. A field whose name is none is left out.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        guard let status = Self.status(in: Self.nextLine(of: &rest)) else { return nil }
        self.status = status
        while true {
            var line = Self.nextLine(of: &rest)
            if line.isEmpty { break }
            // What begins with a space goes on with the line above (RFC 9112, 5.2).
            while rest.first?.isSpace == true {
                line += [UInt8(ascii: " ")] + Self.nextLine(of: &rest).drop(while: \.isSpace)
            }
            append(line)
        }
    }

    private mutating func append(_ line: ArraySlice<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        var name = line[..<colon]
        // It must not be there, and to overlook what the field says were worse (RFC 9112, 5.1).
        while name.last?.isSpace == true { name.removeLast() }
        guard HTTPSyntax.isToken(name) else { return }
        // Signs that no value has stand for spaces (RFC 9110, 5.5).
        let value = line[(colon + 1)...].drop(while: \.isSpace).map { byte in
            HTTPSyntax.mayStandInField(byte) ? byte : UInt8(ascii: " ")
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
