internal import ForageCore

extension RecordShape.Form {
    /// The words of a definition for how a member looks.
    static let words: [String] = kinds.keys.sorted().flatMap {
        ["\($0)", "\($0) or nothing", "\($0) or missing"]
    }

    init?(words: String) {
        let parts = words.split(separator: " or ", maxSplits: 1)
        guard let kind = parts.first.flatMap({ Self.kinds[String($0)] }) else { return nil }
        switch parts.dropFirst().first {
        case nil: self = kind
        case "nothing": self = kind.orNothing
        case "missing": self = kind.orMissing
        default: return nil
        }
    }

    private static let kinds: [String: Self] = [
        "text": .text, "texts": .texts, "number": .number, "flag": .flag, "list": .list, "object": .object,
    ]
}
