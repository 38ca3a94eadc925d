/// One line of a client.
package struct Line: Sendable {
    package let bytes: [UInt8]
    /// Whether that is all of it, or as much as anybody reads.
    package let isWhole: Bool

    package init(_ bytes: [UInt8], isWhole: Bool) {
        self.bytes = bytes
        self.isWhole = isWhole
    }

    /// The most bytes of a line that are read.
    package static let greatestByteCount = 1 << 20
}
