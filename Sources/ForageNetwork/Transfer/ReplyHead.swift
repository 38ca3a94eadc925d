internal import ForageCore

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
