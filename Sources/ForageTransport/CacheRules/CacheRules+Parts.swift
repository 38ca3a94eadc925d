package import ForageCore

extension CacheRules {
    /// Combines two parts of the same file (RFC 9111, 3.4).
    ///
    /// - Parameters:
    ///   - old: The stored part.
    ///   - new: The new part, whose header fields take precedence.
    /// - Returns: The combined part; nil unless both verifiably belong to the same file and no bytes between them are
    ///   missing.
    package func combined(_ old: StoredPart, _ new: StoredPart) -> StoredPart? {
        let (held, came) = (old.response.heldBytes, new.response.heldBytes)
        guard Validators(old.response).isStronglyEqual(to: Validators(new.response)),
            old.response.status == 200 || old.response.status == 206,
            held.count == old.body.count, came.count == new.body.count,
            held.lowerBound <= came.upperBound, came.lowerBound <= held.upperBound,
            let total = Self.total(old.response, new.response)
        else { return nil }
        let bytes = min(held.lowerBound, came.lowerBound)..<max(held.upperBound, came.upperBound)
        let body =
            old.body.prefix(max(0, came.lowerBound - held.lowerBound)) + new.body
            + old.body.suffix(max(0, held.upperBound - came.upperBound))
        return StoredPart(Self.joined(old.response, new.response, bytes, of: total), Array(body))
    }

    /// Returns the length of the file: `.some(nil)` if neither part states it, nil if they disagree.
    private static func total(_ old: StoredResponse, _ new: StoredResponse) -> Int?? {
        guard let oldTotal = old.total, let newTotal = new.total else {
            return .some(old.total ?? new.total)
        }
        return oldTotal == newTotal ? .some(oldTotal) : nil
    }

    private static func joined(
        _ old: StoredResponse, _ new: StoredResponse, _ bytes: Range<Int>, of total: Int?
    ) -> StoredResponse {
        var joined = new
        joined.headers = StoredFields.update(old.headers, by: new.headers, received: new.received)
        joined.headers.removeAll(named: ["content-range", "content-length"])
        joined.byteCount = bytes.count
        joined.status = 206
        joined.part = .bytes(bytes, of: total)
        if bytes.lowerBound == 0 && bytes.upperBound == total { joined.becomeWhole() }
        return joined
    }
}

/// A stored answer and its bytes.
package struct StoredPart: Hashable, Sendable {
    package let response: StoredResponse
    package let body: [UInt8]

    package init(_ response: StoredResponse, _ body: [UInt8]) {
        self.response = response
        self.body = body
    }
}

/// The validators of an answer, which distinguish it from other answers to the same request (RFC 9110, 8.8).
package struct Validators: Hashable, Sendable {
    /// The entity tag as the server wrote it.
    package let entityTag: String?
    /// The time of the last change as the server wrote it.
    package let lastModified: String?
    /// The strong validator, in the form for `If-Range`; nil if there is none.
    package let strong: String?

    package init(_ stored: StoredResponse) {
        entityTag = stored.headers.lines(of: "ETag").first
        lastModified =
            AnswerDates(stored).lastModified == nil ? nil : stored.headers.lines(of: "Last-Modified").first
        strong = StrongValidator(stored.headers, near: stored.received)?.text
    }

    package var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// Indicates whether both have the same strong validator and therefore the same bytes.
    package func isStronglyEqual(to other: Validators) -> Bool { strong != nil && strong == other.strong }
}
