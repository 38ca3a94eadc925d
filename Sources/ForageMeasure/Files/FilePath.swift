/// The path of a file as the system has it, which may be no text.
package struct FilePath: Hashable, Sendable, CustomStringConvertible {
    /// The bytes, without the NUL at the end.
    let bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.utf8) }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The path as text; what is none is replaced.
    package var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The path of something in this folder.
    func appending(_ name: [UInt8]) -> FilePath {
        var path = bytes
        path.reserveCapacity(bytes.count + 1 + name.count)
        if bytes.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
        path.append(contentsOf: name)
        return FilePath(path)
    }

    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        var text = bytes
        text.append(0)
        return text.withUnsafeBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                guard let start = text.baseAddress else { preconditionFailure("a path has its NUL") }
                return body(start)
            }
        }
    }
}
