internal import ForageCore

/// An id for an item of a service without ids: the query and the part of its answer.
///
/// An id has the form `owl~article`, `2+2~answer` or, for a topic, `owl~` and a hash of its link. The same query finds
/// the item again.
struct DuckDuckGoID: CustomStringConvertible {
    let words: String
    private let part: String

    /// Creates an id for a part that occurs once in an answer: `answer`, `article` or `definition`.
    init(_ part: String, for words: String) { (self.part, self.words) = (part, words) }

    /// Creates an id for a topic from its link.
    init(_ link: WebURL, for words: String) {
        // FNV-1a, which is the same in every run and on every computer.
        let hash: UInt64 = link.text.utf8.reduce(0xcbf2_9ce4_8422_2325) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        self.init(String(hash, radix: 36), for: words)
    }

    /// Parses an id. The words may also contain `~`.
    init?(_ text: String) {
        guard let tilde = text.lastIndex(of: "~") else { return nil }
        self.init(String(text[text.index(after: tilde)...]), for: String(text[..<tilde]))
        if words.isEmpty || part.isEmpty { return nil }
    }

    var description: String { "\(words)~\(part)" }

    /// The web page that shows the answer to the words.
    var resultPage: WebURL? { WebURL("https://duckduckgo.com/?q=\(PercentEncoding.encode(words))") }
}
