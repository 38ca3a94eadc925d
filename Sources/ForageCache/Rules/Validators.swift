package import ForageCore

/// The validators of an answer: what tells it from other answers to the same request (RFC 9110, 8.8).
package struct Validators: Hashable, Sendable {
    /// The entity tag as the server wrote it.
    package let entityTag: String?
    /// When it changed last, as the server wrote it.
    package let lastModified: String?
    /// What stands for every byte, as it is written in `If-Range`; nil where nothing does.
    package let strong: String?

    package init(_ stored: StoredResponse) {
        entityTag = stored.headers.lines(of: "ETag").first
        lastModified =
            AnswerDates(stored).lastModified == nil ? nil : stored.headers.lines(of: "Last-Modified").first
        strong = StrongValidator(stored.headers, near: stored.received)?.text
    }

    package var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// Whether both stand for the same bytes.
    package func isStronglyEqual(to other: Validators) -> Bool { strong != nil && strong == other.strong }
}
