internal import Essentials
package import ForageCore

/// The validators of an answer: what tells it from other answers to the same request (RFC 9110, 8.8).
package struct Validators: Hashable, Sendable {
    /// The entity tag as the server wrote it.
    package let entityTag: String?
    /// When it changed last, as the server wrote it.
    package let lastModified: String?
    /// Whether the time tells it from every other answer: it was a minute old when the answer was made.
    private let isTimeStrong: Bool

    private static let quietTime = 60.0

    package init(_ stored: StoredResponse) {
        let dates = AnswerDates(stored)
        entityTag = stored.headers.lines(of: "ETag").first
        lastModified = dates.lastModified == nil ? nil : stored.headers.lines(of: "Last-Modified").first
        if let modified = dates.lastModified, let date = dates.date {
            isTimeStrong = date.timeIntervalSince(modified) >= Self.quietTime
        } else {
            isTimeStrong = false
        }
    }

    /// The entity tag if it stands for every byte.
    package var strongTag: String? { entityTag.flatMap { Self.isStrong($0) ? $0 : nil } }

    /// What stands for every byte, as it is written in `If-Range`; nil where nothing does.
    package var strong: String? {
        if let strongTag { return strongTag }
        return entityTag == nil && isTimeStrong ? lastModified : nil
    }

    package var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// Whether both stand for the same bytes.
    package func isStronglyEqual(to other: Validators) -> Bool { strong != nil && strong == other.strong }

    static func isStrong(_ tag: String) -> Bool {
        tag.utf8.first == UInt8(ascii: "\"") && tag.utf8.last == UInt8(ascii: "\"") && tag.utf8.count > 1
    }

    /// The tag without its mark of weakness (RFC 9110, 8.8.3.2).
    static func weakForm(_ tag: some StringProtocol) -> String {
        String(tag.hasPrefix("W/") ? tag.dropFirst(2)[...] : tag[...])
    }
}
