internal import ForageCore

/// An id for an item of a service without ids: the query and the part of its answer.
///
/// An id has the form `owl~article`, `2+2~answer` or, for a topic, `owl~` and a hash of its link. The same query finds
/// the item again.
struct DuckDuckGoID: Hashable, CustomStringConvertible {
    let words: String
    private let part: String

    /// Creates an id for a part that occurs once in an answer.
    init(_ part: Part, for words: String) {
        self.words = words
        self.part = part.rawValue
    }

    /// Creates an id for a topic from its link.
    init(_ link: WebURL, for words: String) {
        self.words = words
        part = String(link.text.fingerprint, radix: 36)
    }

    /// Parses an id. The words may also contain `~`.
    init?(_ text: String) {
        guard let tilde = text.lastIndex(of: "~") else { return nil }
        words = String(text[..<tilde])
        part = String(text[text.index(after: tilde)...])
        if words.isEmpty || part.isEmpty { return nil }
    }

    enum Part: String {
        case answer, article, definition
    }

    var description: String { String(joining: [words, "~", part]) }

    /// The web page that shows the answer to the words.
    var resultPage: WebURL? { WebURL("https://duckduckgo.com/?q=\(PercentEncoding.encode(words))") }
}

extension String {
    /// A hash that is the same in every run and on every computer: FNV-1a.
    fileprivate var fingerprint: UInt64 {
        let bytes = utf8.span
        return bytes.indices.reduce(0xcbf2_9ce4_8422_2325) { hash, place in
            (hash ^ UInt64(bytes[place])) &* 0x100_0000_01b3
        }
    }
}
