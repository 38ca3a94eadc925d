/// How large a document may be before it is refused, in either mode.
///
/// A value takes 16 bytes of memory beside the document's own bytes, a member 32. That is about as
/// much as the document for ordinary bodies and at worst eight times as much (`[1,1,1,…`), which
/// `maximumValueCount` bounds.
package struct JSONLimits: Sendable, Equatable {
    package static let `default` = JSONLimits()

    /// The most bytes a document may have.
    package var maximumByteCount: Int
    /// The most arrays and objects that may be open at once.
    package var maximumDepth: Int
    /// The most values a document may hold, keys counted as values.
    package var maximumValueCount: Int

    package init(
        maximumByteCount: Int = 16 << 20, maximumDepth: Int = 512, maximumValueCount: Int = 4_000_000
    ) {
        self.maximumByteCount = maximumByteCount
        self.maximumDepth = maximumDepth
        self.maximumValueCount = maximumValueCount
    }
}
