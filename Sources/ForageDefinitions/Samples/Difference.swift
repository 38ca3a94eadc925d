internal import ForageCore
internal import JSON

/// The first place where what was found is not what was expected. What nobody expects is not looked at.
struct Difference: CustomStringConvertible {
    let expected: JSONValue
    private let found: JSONValue

    init?(from expected: JSONValue, to found: JSONValue) {
        switch expected.kind {
        case .object where found.kind == .object:
            let inner = expected.members.lazy.compactMap { Difference(from: $0.value, to: found[$0.key]) }
            guard let first = inner.first(where: { _ in true }) else { return nil }
            self = first
        case .array where found.kind == .array && found.count == expected.count:
            let pairs = zip(expected.elements, found.elements)
            let inner = pairs.lazy.compactMap { Difference(from: $0, to: $1) }
            guard let first = inner.first(where: { _ in true }) else { return nil }
            self = first
        default:
            guard !expected.isSame(as: found) else { return nil }
            (self.expected, self.found) = (expected, found)
        }
    }

    var description: String { "expected \(expected.inWords) at \(found.pointer), found \(found.inWords)" }
}

extension JSONValue {
    /// Whether both are the same text, number or word, or both nothing.
    fileprivate func isSame(as other: JSONValue) -> Bool {
        switch kind {
        case .missing, .null: other.isMissing || other.isNull
        case .string: string == other.string
        case .number: double != nil && double == other.double
        case .bool: bool == other.bool
        case .array, .object: false
        }
    }
}
