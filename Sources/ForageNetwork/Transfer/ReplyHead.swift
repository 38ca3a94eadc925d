internal import ForageCore

/// The status and the header fields of a reply, read from the lines that came.
struct ReplyHead {
    let status: Int
    private(set) var headers = Headers()

    /// Nil unless the first line is a final status line. A field that is not as HTTP says is left out.
    init?(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
        let words = lines.first?.split(separator: UInt8(ascii: " "), maxSplits: 2) ?? []
        guard words.count >= 2, words[0].starts(with: "HTTP/".utf8), words[1].count == 3,
            let status = Int(String(decoding: words[1], as: UTF8.self)), (200...999).contains(status)
        else { return nil }
        self.status = status
        for line in lines.dropFirst().prefix(while: { !$0.isEmpty }) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let (name, value) = (line[..<colon], line[(colon + 1)...])
            guard HeaderSyntax.isName(name), HeaderSyntax.isValue(value) else { continue }
            headers.append(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
        }
    }
}
