/// The path of a file as the system has it, which may be no text.
package struct FilePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bytes, with the NUL at the end.
    private let bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.utf8) + [0] }

    /// The path of something in a folder.
    init(_ name: UnsafeRawBufferPointer, in folder: FilePath) {
        var path: [UInt8] = []
        path.reserveCapacity(folder.bytes.count + 1 + name.count)
        path.append(contentsOf: folder.bytes.dropLast())
        if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
        path.append(contentsOf: name)
        path.append(0)
        bytes = path
    }

    /// The path as text; what is none is replaced.
    package var description: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

    package static func < (one: FilePath, other: FilePath) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }

    /// Hands over the path as the system takes it, or as it is seen from a folder that it leads through.
    func withCString<Result>(
        below folder: FilePath? = nil, _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                guard let start = text.baseAddress else { preconditionFailure("a path has its NUL") }
                return body(start + (folder?.lengthBeforeNames ?? 0))
            }
        }
    }

    /// How many bytes stand before the name of something in this folder.
    private var lengthBeforeNames: Int {
        bytes.dropLast().last == UInt8(ascii: "/") ? bytes.count - 1 : bytes.count
    }
}
