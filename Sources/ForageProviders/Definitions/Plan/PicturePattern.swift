internal import ForageCore

/// A pattern for the addresses of one picture in all sizes, such as `https://pictures.example/{}/*/#px-*`.
///
/// Addresses are compared component by component: `{}` is a component of the picture's name, `*` any rest of a
/// component, and `#` a number. The name begins with the components before the first `{}`, so that pictures of
/// different kinds have different names.
struct PicturePattern: Sendable {
    let host: String
    private let steps: [Step]
    private let namePrefix: [Substring]

    private enum Step {
        case name
        case pieces([Piece])
    }

    private enum Piece {
        case text(Substring)
        case number
        case rest
    }

    /// Parses a pattern; returns nil if it is invalid or contains no name.
    init?(_ text: String) {
        let texts = text.dropFirst("https://".count).split(separator: "/")
        guard text.hasPrefix("https://"), let host = texts.first.map(String.init),
            WebURL("https://\(host)/")?.host == host, let first = texts.firstIndex(of: "{}")
        else { return nil }
        self.host = host
        namePrefix = Array(texts[1..<first])
        steps = texts.dropFirst().map { $0 == "{}" ? .name : .pieces(Self.pieces($0)) }
    }

    private static func pieces(_ step: Substring) -> [Piece] {
        var pieces: [Piece] = []
        var rest = step
        while let sign = rest.first {
            switch sign {
            case "#": pieces.append(.number)
            case "*": return pieces + [.rest]
            default:
                let text = rest.prefix { $0 != "#" && $0 != "*" }
                pieces.append(.text(text))
                rest = rest.dropFirst(text.count)
                continue
            }
            rest.removeFirst()
        }
        return pieces
    }

    /// Returns the name of the picture at an address; nil if the address does not match.
    func name(at url: WebURL) -> String? {
        let given = url.steps
        guard given.count == steps.count else { return nil }
        var names = namePrefix
        for (step, text) in zip(steps, given) {
            switch step {
            case .name: names.append(text)
            case .pieces(let pieces): guard Self.matches(text, pieces) else { return nil }
            }
        }
        return names.joined(separator: "/")
    }

    private static func matches(_ text: Substring, _ pieces: [Piece]) -> Bool {
        var rest = text.utf8
        for piece in pieces {
            switch piece {
            case .text(let part):
                guard rest.starts(with: part.utf8) else { return false }
                rest = rest.dropFirst(part.utf8.count)
            case .number:
                let end = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                guard end.count < rest.count else { return false }
                rest = end
            case .rest: return true
            }
        }
        return rest.isEmpty
    }
}
