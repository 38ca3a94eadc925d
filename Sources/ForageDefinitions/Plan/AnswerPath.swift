internal import JSON

/// A place in an answer, from the item that is read or from the outermost value.
struct AnswerPath: Hashable, Sendable, CustomStringConvertible {
    let isFromRoot: Bool
    private let steps: [Step]

    private struct Step: Hashable, Sendable {
        let name: String
        let place: Int?

        init(_ name: String) {
            self.name = name
            place = JSONPointer.index(name)
        }
    }

    /// No answer is nested deeper for good reasons.
    private static let greatestStepCount = 32

    /// Reads `/data/0/title`, or `#/config/url` from the outermost value; nil for what is neither.
    init?(_ text: String) {
        isFromRoot = text.hasPrefix("#")
        guard let pointer = JSONPointer(isFromRoot ? String(text.dropFirst()) : text),
            pointer.tokens.count <= Self.greatestStepCount
        else { return nil }
        steps = pointer.tokens.map(Step.init)
    }

    private init() {
        isFromRoot = false
        steps = []
    }

    /// Where one reads from.
    static let start = AnswerPath()

    func value(in scope: AnswerScope) -> JSONValue {
        isFromRoot ? scope.answer.value(at: self) : value(from: scope.record)
    }

    /// What the steps lead to from a value.
    func value(from start: JSONValue) -> JSONValue {
        var value = start
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
