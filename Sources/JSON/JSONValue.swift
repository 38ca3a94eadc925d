/// A view on one value of a document, or on a place where none is.
///
/// Asking a value for something it is not gives nil or a missing value, so chains need no checks:
/// `root["results"][0]["user"]["name"].string`.
package struct JSONValue: Sendable {
    package enum Kind: UInt8, Sendable {
        case missing, null, bool, number, string, array, object
    }

    let tape: JSONTape
    /// Of a missing value: the nearest value on its path that does exist.
    private let index: Int?
    /// Of a missing value: the path from there.
    private let missing: MissingPath?

    init(_ index: Int, on tape: JSONTape) {
        self.tape = tape
        self.index = index
        missing = nil
    }

    private init(missing: MissingPath, near index: Int?, on tape: JSONTape) {
        self.tape = tape
        self.index = index
        self.missing = missing
    }

    /// The root of a document in which nothing could be read.
    init(nothingOn tape: JSONTape) { self.init(missing: .root, near: nil, on: tape) }

    /// The node of a value that exists.
    var node: JSONNode? {
        guard missing == nil, let index else { return nil }
        return tape.nodes[index]
    }

    /// The node's index if the value is of that kind.
    func index(of kind: Kind) -> Int? {
        guard missing == nil, let index, tape.nodes[index].kind == kind else { return nil }
        return index
    }

    package var kind: Kind { node?.kind ?? .missing }
    package var exists: Bool { missing == nil }
    package var isMissing: Bool { !exists }
    package var isNull: Bool { kind == .null }

    /// False when the document was cut off inside this value, or before it.
    package var isComplete: Bool { node.map { !$0.flags.contains(.incomplete) } ?? false }

    /// Where the value is written; of a missing value, where the nearest one around it is.
    package var byteRange: Range<Int> { index.map { tape.nodes[$0].range } ?? 0..<0 }

    /// The path from the root to this value; of a missing value, the path that was asked for.
    package var pointer: JSONPointer {
        let existing = index.map { JSONPointer(to: $0, on: tape) } ?? JSONPointer()
        return missing.map { existing.appending($0.pointer) } ?? existing
    }
}

// MARK: - Values inside

extension JSONValue {
    /// The value of a member; the first, if the object repeats the key.
    package subscript(key: String) -> JSONValue {
        guard let object = index(of: .object), let value = tape.member(key, of: object) else {
            return lacking(key)
        }
        return JSONValue(value, on: tape)
    }

    /// An element of an array, found by walking from the first; ``elements`` visits all.
    package subscript(index: Int) -> JSONValue {
        guard let array = self.index(of: .array), let element = tape.element(index, of: array) else {
            return lacking(String(index))
        }
        return JSONValue(element, on: tape)
    }

    /// The value at the end of a path that starts here.
    package subscript(pointer: JSONPointer) -> JSONValue {
        pointer.tokens.reduce(self) { value, token in
            if value.kind == .array, let index = JSONPointer.index(token) { return value[index] }
            return value[token]
        }
    }

    private func lacking(_ token: String) -> JSONValue {
        let path = missing.map { MissingPath.member(token, of: $0) } ?? .child(token)
        return JSONValue(missing: path, near: index, on: tape)
    }
}

extension JSONValue {
    /// The text of a string, escapes resolved; when the document was cut off in it, its beginning.
    package var string: String? {
        guard let node, node.kind == .string else { return nil }
        return tape.text(of: node)
    }

    /// The text of a string without white space around it; nil if nothing is left.
    package var text: String? {
        guard let node, node.kind == .string else { return nil }
        let text = tape.text(of: node)
        if text.hasVisibleEnds { return text }
        let trimmed = text.trimmed
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Shows the bytes of a string where they lie, if each of them stands for itself.
    package func readPlainText(_ read: (Span<UInt8>) -> Void) {
        guard let node, node.kind == .string, node.flags.contains(.plain) else { return }
        let bytes = tape.bytes
        read(bytes.span.extracting(node.content))
    }

    package var bool: Bool? {
        guard let node, node.kind == .bool else { return nil }
        return tape.bytes[Int(node.start)] == UInt8(ascii: "t")
    }

    /// The number if it is written without fraction and exponent and fits.
    package var int: Int? {
        guard let node, node.flags.contains(.integer), isComplete else { return nil }
        return tape.shortInteger(at: node.range) ?? number?.integer
    }

    /// The nearest number that a Double can hold; nil if it is too large for any, or cut off.
    package var double: Double? { number?.double }

    /// A number's own characters, also when more of them were cut off.
    package var numberAsWritten: String? {
        guard let node, node.kind == .number else { return nil }
        return String(decoding: tape.bytes[node.range], as: UTF8.self)
    }

    /// A whole number, also one written as `3.0`, `3e2` or `" 3 "`; nil for anything else.
    package var flexibleInt: Int? {
        guard let node, isComplete else { return nil }
        switch node.kind {
        case .number: return tape.shortInteger(at: node.range) ?? number?.integer
        case .string: return tape.shortInteger(at: node.content) ?? text?.integer
        default: return nil
        }
    }

    private var number: JSONNumber? {
        guard let node, node.kind == .number, !node.flags.contains(.incomplete) else { return nil }
        return JSONNumber(tape.bytes[node.range])
    }
}

extension JSONValue {
    /// The elements of an array; none for anything else.
    package var elements: JSONElements { JSONElements(of: self) }

    /// Whether there is neither an element nor a member, as in anything but an array and an object.
    package var isEmpty: Bool {
        (index(of: .array) ?? index(of: .object)).map { tape.children(of: $0).isEmpty } ?? true
    }

    /// How many elements or members there are, found by counting.
    package var count: Int {
        kind == .object
            ? members.reduce(0) { count, _ in count + 1 } : elements.reduce(0) { count, _ in count + 1 }
    }
}

extension JSONValue {
    /// The members of an object as written, repeated keys included; none for anything else.
    package var members: JSONMembers { JSONMembers(of: self) }

    /// The values whose keys share a beginning, and what stands behind it: `q` and `z` of `url_q` and `url_z`.
    package func members(startingWith beginning: String) -> [(ending: String, value: JSONValue)] {
        guard let object = index(of: .object) else { return [] }
        return tape.members(startingWith: beginning, of: object).map {
            (ending: $0.ending, value: JSONValue($0.value, on: tape))
        }
    }

    /// The members whose key stands in the object before.
    package var duplicateKeys: [JSONMember] {
        var seen: Set<[UInt8]> = []
        return members.filter { !seen.insert(Array($0.key.utf8)).inserted }
    }
}

/// The path from a value that exists to one that does not.
///
/// Records lack most of what they are asked for, so the first step takes no memory of its own.
private enum MissingPath: Sendable {
    case root
    case child(String)
    indirect case member(String, of: MissingPath)

    var pointer: JSONPointer {
        switch self {
        case .root: JSONPointer()
        case .child(let token): JSONPointer(tokens: [token])
        case .member(let token, let parent): parent.pointer.appending(token)
        }
    }
}

/// The elements of an array, in order; none for anything else.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
    private let tape: JSONTape
    private var upcoming: Int
    private let end: Int

    init(of value: JSONValue) {
        tape = value.tape
        let children = value.index(of: .array).map(value.tape.children) ?? 0..<0
        upcoming = children.lowerBound
        end = children.upperBound
    }

    package mutating func next() -> JSONValue? {
        guard upcoming < end else { return nil }
        defer { upcoming = Int(tape.nodes[upcoming].next) }
        return JSONValue(upcoming, on: tape)
    }
}

/// One member of an object.
package struct JSONMember: Sendable {
    package let value: JSONValue
    private let keyNode: JSONNode

    init(_ value: JSONValue, keyNode: JSONNode) {
        self.value = value
        self.keyNode = keyNode
    }

    package var key: String { value.tape.text(of: keyNode) }

    /// Where the key is written, quotes included.
    package var keyRange: Range<Int> { keyNode.range }
}

/// The members of an object as written, repeated keys included; none for anything else.
package struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    private let tape: JSONTape
    private var upcoming: Int
    private let end: Int

    init(of value: JSONValue) {
        tape = value.tape
        let children = value.index(of: .object).map(value.tape.children) ?? 0..<0
        upcoming = children.lowerBound
        end = children.upperBound
    }

    package mutating func next() -> JSONMember? {
        guard upcoming < end else { return nil }
        let key = tape.nodes[upcoming]
        let value = JSONValue(upcoming + 1, on: tape)
        upcoming = Int(tape.nodes[upcoming + 1].next)
        return JSONMember(value, keyNode: key)
    }
}

extension String {
    fileprivate var integer: Int? { Int(self) ?? JSONNumber(text: self)?.integer }

    /// Whether it begins and ends with visible ASCII, as most texts do, so that no white space is around it.
    fileprivate var hasVisibleEnds: Bool {
        let bytes = utf8.span
        return !bytes.isEmpty && bytes[0].isVisible && bytes[bytes.count - 1].isVisible
    }

    fileprivate var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
