internal import ForageCore

/// The status and the header fields of a reply, read from the lines that came.
struct ReplyHead {
    let status: Int
    private(set) var headers = Headers()

    /// Nil unless the first line is a final status line. A field that is not as HTTP says is left out.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        guard let status = Self.status(in: Self.nextLine(of: &rest)) else { return nil }
        self.status = status
        while true {
            let line = Self.nextLine(of: &rest)
            if line.isEmpty { break }
            append(line)
        }
    }

    private mutating func append(_ line: ArraySlice<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let (name, value) = (line[..<colon], line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") })
        guard HeaderSyntax.isName(name), HeaderSyntax.isValue(value) else { return }
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
