internal import ForageCore

/// A name for an item of a service that has none: the words that found it and its part of the answer.
///
/// Written `owl~article`, `2+2~answer` or, for a topic, `owl~` and a hash of its link. Asking for the
/// words again finds the item again.
struct DuckDuckGoID: Hashable, CustomStringConvertible {
    let words: String
    private let part: String

    /// Names a part that an answer has once.
    init(_ part: Part, for words: String) {
        self.words = words
        self.part = part.rawValue
    }

    /// Names a topic by where it leads.
    init(_ link: WebURL, for words: String) {
        self.words = words
        part = String(link.text.fingerprint, radix: 36)
    }

    /// Reads an id as it is written; words may hold a `~` too.
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

    /// The page for people that shows the answer to the words.
    var resultPage: WebURL? { WebURL("https://duckduckgo.com/?q=\(PercentEncoding.encode(words))") }
}

extension String {
    /// A hash that is the same in every run and on every machine: FNV-1a.
    fileprivate var fingerprint: UInt64 {
        let bytes = utf8.span
        return bytes.indices.reduce(0xcbf2_9ce4_8422_2325) { hash, place in
            (hash ^ UInt64(bytes[place])) &* 0x100_0000_01b3
        }
    }
}
