internal import JSON

/// A place in an answer, from the item that is read or from the outermost value.
struct AnswerPath: Sendable, CustomStringConvertible {
    let isFromRoot: Bool
    private let steps: [Step]

    private struct Step: Sendable {
        let name: String
        let place: Int?
    }

    /// Reads `/data/0/title`, or `#/config/url` from the outermost value; nil for what is neither.
    init?(_ text: String) {
        isFromRoot = text.hasPrefix("#")
        guard let pointer = JSONPointer(isFromRoot ? String(text.dropFirst()) : text) else { return nil }
        steps = pointer.tokens.map { Step(name: $0, place: Int($0)) }
    }

    func value(in scope: AnswerScope) -> JSONValue {
        var value = isFromRoot ? scope.root : scope.record
        for step in steps {
            if let place = step.place, value.kind == .array {
                value = value[place]
            } else {
                value = value[step.name]
            }
        }
        return value
    }

    var description: String {
        (isFromRoot ? "#" : "") + JSONPointer(tokens: steps.map(\.name)).description
    }
}

/// What a value is read of.
struct AnswerScope {
    /// The outermost value of the answer.
    let root: JSONValue
    /// The item.
    let record: JSONValue
}
