internal import ForageCore
internal import JSON

/// A text with placeholders for values of the answer: `https://archive.org/details/{/identifier}`.
struct Template: Sendable {
    private let pieces: [Piece]

    private enum Piece: Sendable {
        case text(String)
        /// A placeholder. In an address its value is encoded, unless it is written `{+/path}`.
        case place(AnswerPath, isEncoded: Bool)
    }

    init(_ text: String) throws(DocumentError) {
        pieces = try TemplateText(text).parts.map { (part) throws(DocumentError) in
            switch part {
            case .text(let text): return .text(text)
            case .place(let name):
                let isRaw = name.hasPrefix("+")
                guard let path = AnswerPath(isRaw ? String(name.dropFirst()) : name) else {
                    throw DocumentError(
                        "{\(name)} is not a pointer into an answer; write one such as {/id} or {#/base}")
                }
                return .place(path, isEncoded: !isRaw)
            }
        }
    }

    var paths: [AnswerPath] {
        pieces.compactMap { if case .place(let path, _) = $0 { path } else { nil } }
    }

    /// Returns the text with all placeholders replaced; nil if a value is missing or the text is too long.
    func text(_ scope: AnswerScope, encoding: Bool) -> String? {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let part):
                guard scope.answer.spend(part.utf8.count) else { return nil }
                text += part
            case .place(let path, let isEncoded):
                guard let value = scope.text(at: path) else { return nil }
                text += encoding && isEncoded ? PercentEncoding.encode(value) : value
            }
        }
        return text
    }
}

/// A text, split at its braces.
struct TemplateText {
    private(set) var parts: [Part] = []

    enum Part {
        case text(String)
        case place(String)
    }

    init(_ text: String) throws(DocumentError) {
        var rest = text[...]
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
                throw DocumentError("a brace in \(text.quoted) is not closed or not opened")
            }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            parts.append(.place(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
    }
}
