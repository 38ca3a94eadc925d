internal import JSON

/// A path in an answer: from the current record (`/title`), from the root of the answer (`#/config`), or from the record
/// or element around the current one (`^/user`).
///
/// `*` is any element of a list or any member of an object, and `@` alone is the name or index of the record.
struct AnswerPath: Hashable, Sendable, CustomStringConvertible {
    private let start: Start
    /// The pointers between the places where any element or member is meant.
    private let parts: [JSONPointer]
    private let isName: Bool

    private enum Start: Hashable {
        case record, root
        /// The record that is this number of levels around the current one.
        case outer(Int)
    }

    /// The maximum depth of a path, which is more than any real answer needs.
    private static let greatestStepCount = 32
    /// The maximum number of `*` in a path, each of which multiplies the work.
    private static let greatestAnyCount = 3

    /// Parses a path; returns nil for an invalid one.
    init?(_ text: String) {
        let levels = text.prefix { $0 == "^" }.count
        let isFromRoot = levels == 0 && text.hasPrefix("#")
        let rest = text.dropFirst(levels + (isFromRoot ? 1 : 0))
        start = levels > 0 ? .outer(levels) : isFromRoot ? .root : .record
        isName = rest == "@"
        guard levels <= Self.greatestAnyCount, let pointer = JSONPointer(isName ? "" : String(rest)),
            pointer.tokens.count <= Self.greatestStepCount
        else { return nil }
        let tokens = pointer.tokens.split(separator: "*", omittingEmptySubsequences: false)
        parts = tokens.map { JSONPointer(tokens: Array($0)) }
        guard parts.count <= Self.greatestAnyCount + 1 else { return nil }
    }

    private init(_ start: Start, _ parts: [JSONPointer]) {
        self.start = start
        self.parts = parts
        isName = false
    }

    /// The empty path, which leads to the current record.
    static let start = AnswerPath(.record, [JSONPointer()])

    /// Indicates whether the path is relative to the current record itself.
    var isFromRecord: Bool { start == .record }
    /// Indicates whether the path begins at the root of the answer.
    var isFromRoot: Bool { start == .root }
    /// Indicates whether the path may lead to several values.
    var hasAny: Bool { parts.count > 1 }
    /// Indicates whether the last step is any element or member.
    var endsWithAny: Bool { hasAny && parts.last?.tokens.isEmpty == true }

    /// The path without its last step, if that is any element or member.
    var withoutLastAny: AnswerPath { endsWithAny ? AnswerPath(start, parts.dropLast()) : self }

    var description: String {
        let prefix =
            switch start {
            case .record: ""
            case .root: "#"
            case .outer(let levels): String(repeating: "^", count: levels)
            }
        return prefix + (isName ? "@" : parts.map(\.description).joined(separator: "/*"))
    }
}

// MARK: - Values

extension AnswerPath {
    /// Returns the value at the path; with `*`, the first one that is not empty.
    func value(in scope: AnswerScope) -> JSONValue {
        if isFromRoot { return scope.answer.value(at: self) }
        let start = start(in: scope)
        guard hasAny else { return start[parts[0]] }
        return values(from: start, scope.answer).first { $0.hasContent } ?? start[parts[0]]["*"]
    }

    /// Returns the value at a path from the root.
    func value(fromRootOf answer: AnswerReading) -> JSONValue {
        guard hasAny else { return answer.root[parts[0]] }
        return values(from: answer.root, answer).first { $0.hasContent } ?? answer.root[parts[0]]["*"]
    }

    /// Returns all values at the path, at most 100.
    func values(in scope: AnswerScope) -> [JSONValue] {
        hasAny ? values(from: start(in: scope), scope.answer) : [value(in: scope)]
    }

    /// Returns the elements of the list at the path, or the values of a path that ends with `*`.
    func elements(in scope: AnswerScope) -> [JSONValue] {
        let values = values(in: scope)
        let elements =
            endsWithAny ? values : values.flatMap { $0.elements.prefix(ValuePlan.greatestListCount) }
        return Array(elements.prefix(ValuePlan.greatestListCount))
    }

    /// Returns the text at the path, if it is the name or index of the record and not a value.
    func name(in scope: AnswerScope) -> String? {
        isName ? start(in: scope).pointer.tokens.last : nil
    }

    private func start(in scope: AnswerScope) -> JSONValue {
        switch start {
        case .record: scope.record
        case .root: scope.answer.root
        case .outer(let levels): scope.outer.dropLast(levels - 1).last ?? scope.record["^"]
        }
    }

    private func values(from start: JSONValue, _ answer: AnswerReading) -> [JSONValue] {
        var found: [JSONValue] = []
        func visit(_ value: JSONValue, _ rest: ArraySlice<JSONPointer>) {
            guard found.count < ValuePlan.greatestListCount, let part = rest.first,
                answer.spend(AnswerScope.effortOfLooking)
            else { return }
            let value = value[part]
            guard rest.count > 1 else { return found.append(value) }
            for child in value.children(atMost: ValuePlan.greatestListCount) {
                visit(child, rest.dropFirst())
            }
        }
        visit(start, parts[...])
        return found
    }
}

// MARK: - Lists of records

extension AnswerPath {
    /// A list of records, with the records around it from the outermost.
    struct FoundList {
        let list: JSONValue
        let outer: [JSONValue]
    }

    /// Returns the lists at the path: one, or with `*` one for each element around it.
    func lists(in scope: AnswerScope, atMost count: Int) -> [FoundList] {
        var found: [FoundList] = []
        func visit(_ value: JSONValue, _ rest: ArraySlice<JSONPointer>, _ outer: [JSONValue]) {
            guard found.count < count, let part = rest.first else { return }
            let value = value[part]
            guard rest.count > 1 else { return found.append(FoundList(list: value, outer: outer)) }
            for child in value.children(atMost: count) { visit(child, rest.dropFirst(), outer + [child]) }
        }
        visit(start(in: scope), parts[...], [])
        return found
    }

    /// Returns the list, or the object, whose elements are around the lists of records.
    func outermost(in scope: AnswerScope) -> JSONValue { start(in: scope)[parts[0]] }
}

extension JSONValue {
    /// The elements of a list, or the values of an object's members.
    func children(atMost count: Int) -> [JSONValue] {
        kind == .object ? members.prefix(count).map(\.value) : Array(elements.prefix(count))
    }
}
