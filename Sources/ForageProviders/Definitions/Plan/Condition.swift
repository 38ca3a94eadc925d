internal import ForageCore
internal import JSON

/// A condition on a value of an answer, such as `{"at": "/type", "is": "image"}`.
struct Condition: Sendable {
    let path: AnswerPath
    let test: Test

    enum Test: Sendable {
        /// There is a value, even null or an empty one.
        case isThere
        /// There is a value that is not null and not empty, or there is none.
        case exists(Bool)
        /// The text is one of these.
        case isAny(of: [String])
        /// The text is none of these, or there is no text.
        case isNone(of: [String])
        /// The text contains one of these.
        case hasAny(of: [String])
        /// The text contains none of these, or there is no text.
        case hasNone(of: [String])
    }

    /// Indicates whether the condition can be met only if there is a value.
    var needsValue: Bool {
        switch test {
        case .isThere, .isAny, .hasAny, .exists(true): true
        case .isNone, .hasNone, .exists(false): false
        }
    }

    func isMet(by scope: AnswerScope) -> Bool {
        switch test {
        case .isThere: path.value(in: scope).exists
        case .exists(let isExpected): path.value(in: scope).hasContent == isExpected
        case .isAny(let texts): scope.texts(at: path).contains(where: texts.contains)
        case .isNone(let texts): !scope.texts(at: path).contains(where: texts.contains)
        case .hasAny(let parts): hasText(with: parts, in: scope)
        case .hasNone(let parts): !hasText(with: parts, in: scope)
        }
    }

    private func hasText(with parts: [String], in scope: AnswerScope) -> Bool {
        scope.texts(at: path).contains { text in parts.contains(where: text.contains) }
    }
}

extension [Condition] {
    /// Indicates whether all conditions are met.
    func areMet(by scope: AnswerScope) -> Bool { allSatisfy { $0.isMet(by: scope) } }
}

extension JSONValue {
    /// Indicates whether the value is neither missing, null nor empty.
    var hasContent: Bool {
        switch kind {
        case .missing, .null: false
        case .string: string != ""
        case .array, .object: !isEmpty
        case .bool, .number: true
        }
    }
}
