/// A view of a value in a document, or of a missing value.
///
/// A look-up that does not suit the type of the value returns nil or a missing value, so chains need no checks:
/// `root["results"][0]["user"]["name"].string`.
package struct JSONValue: Sendable {
    package enum Kind: UInt8, Sendable {
        case missing, null, bool, number, string, array, object
    }

    let tape: JSONTape
    /// The index of the value; for a missing value, that of the nearest existing value on its path.
    private let index: Int?
    /// For a missing value, the path from that existing value.
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

    /// Creates the root of a document in which nothing could be parsed.
    init(nothingOn tape: JSONTape) { self.init(missing: .root, near: nil, on: tape) }

    /// The node of an existing value.
    var node: JSONNode? {
        guard missing == nil, let index else { return nil }
        return tape.nodes[index]
    }

    /// Returns the index of the node if the value has a type.
    func index(of kind: Kind) -> Int? {
        guard missing == nil, let index, tape.nodes[index].kind == kind else { return nil }
        return index
    }

    package var kind: Kind { node?.kind ?? .missing }
    package var exists: Bool { missing == nil }
    package var isMissing: Bool { !exists }
    package var isNull: Bool { kind == .null }

    /// Indicates whether the value is complete. False if the document was cut off inside or before the value.
    package var isComplete: Bool { node.map { !$0.flags.contains(.incomplete) } ?? false }

    /// The byte range of the value; for a missing value, that of the nearest enclosing value.
    package var byteRange: Range<Int> { index.map { tape.nodes[$0].range } ?? 0..<0 }

    /// The path from the root to this value; for a missing value, the requested path.
    package var pointer: JSONPointer {
        let existing = index.map { JSONPointer(to: $0, on: tape) } ?? JSONPointer()
        return missing.map { existing.appending($0.pointer) } ?? existing
    }
}

// MARK: - Values inside

extension JSONValue {
    /// The value of a member. If the object repeats the key, the first one.
    package subscript(key: String) -> JSONValue {
        guard let object = index(of: .object), let value = tape.member(key, of: object) else {
            return lacking(key)
        }
        return JSONValue(value, on: tape)
    }

    /// The element at an index of an array. Access takes linear time; use ``elements`` to visit all elements.
    package subscript(index: Int) -> JSONValue {
        guard let array = self.index(of: .array), let element = tape.element(index, of: array) else {
            return lacking(String(index))
        }
        return JSONValue(element, on: tape)
    }

    /// The value at a path relative to this value.
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
    /// The text of a string with escapes resolved; the available part if the document was cut off.
    package var string: String? {
        guard let node, node.kind == .string else { return nil }
        return tape.text(of: node)
    }

    /// The text of a string without white space at its ends; nil if it is empty.
    package var text: String? {
        guard let node, node.kind == .string else { return nil }
        let text = tape.text(of: node)
        if text.hasVisibleEnds { return text }
        let trimmed = text.trimmed
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Passes the bytes of a string to a closure without a copy, if the string is plain ASCII without escapes.
    package func readPlainText(_ read: (Span<UInt8>) -> Void) {
        guard let node, node.kind == .string, node.flags.contains(.plain) else { return }
        let bytes = tape.bytes
        read(bytes.span.extracting(node.content))
    }

    package var bool: Bool? {
        guard let node, node.kind == .bool else { return nil }
        return tape.bytes[Int(node.start)] == UInt8(ascii: "t")
    }

    /// The number as an integer, if it has no fraction or exponent and fits.
    package var int: Int? {
        guard let node, node.flags.contains(.integer), isComplete else { return nil }
        return tape.shortInteger(at: node.range) ?? number?.integer
    }

    /// The nearest double; nil if the number is too large or was cut off.
    package var double: Double? { number?.double }

    /// The number as it is written; the available part if the document was cut off.
    package var numberAsWritten: String? {
        guard let node, node.kind == .number else { return nil }
        return String(decoding: tape.bytes[node.range], as: UTF8.self)
    }

    /// The value as an integer, even if it is written as `3.0`, `3e2` or `" 3 "`; nil for anything else.
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
    /// The elements of an array; empty for other types.
    package var elements: JSONElements { JSONElements(of: self) }

    /// Indicates whether the value has no elements or members. True for all types other than arrays and objects.
    package var isEmpty: Bool {
        (index(of: .array) ?? index(of: .object)).map { tape.children(of: $0).isEmpty } ?? true
    }

    /// The number of elements or members, which takes linear time.
    package var count: Int {
        kind == .object
            ? members.reduce(0) { count, _ in count + 1 } : elements.reduce(0) { count, _ in count + 1 }
    }
}

extension JSONValue {
    /// The members of an object in their original order, including repeated keys; empty for other types.
    package var members: JSONMembers { JSONMembers(of: self) }

    /// Returns the values whose keys have a prefix, with the rest of each key: `q` and `z` for `url_q` and `url_z`.
    package func members(startingWith beginning: String) -> [(ending: String, value: JSONValue)] {
        guard let object = index(of: .object) else { return [] }
        return tape.members(startingWith: beginning, of: object).map {
            (ending: $0.ending, value: JSONValue($0.value, on: tape))
        }
    }

    /// The members whose key occurs earlier in the object.
    package var duplicateKeys: [JSONMember] {
        var seen: Set<[UInt8]> = []
        return members.filter { !seen.insert(Array($0.key.utf8)).inserted }
    }
}

/// The path from an existing value to a missing one.
///
/// Most look-ups in records lead to missing values, so a path of one step allocates no memory.
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

/// The elements of an array, in order; empty for other types.
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

/// A member of an object.
package struct JSONMember: Sendable {
    package let value: JSONValue
    private let keyNode: JSONNode

    init(_ value: JSONValue, keyNode: JSONNode) {
        self.value = value
        self.keyNode = keyNode
    }

    package var key: String { value.tape.text(of: keyNode) }

    /// The byte range of the key, including its quotation marks.
    package var keyRange: Range<Int> { keyNode.range }
}

/// The members of an object in their original order, including repeated keys; empty for other types.
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

    /// Indicates whether the text begins and ends with visible ASCII, like most texts, so that there is nothing to
    /// trim.
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

/// A JSON document, which is parsed once into a compact tape. Its values are views of the tape.
///
/// ```swift
/// let document = try JSONDocument(body)
/// for photo in document.root["results"].elements where photo.isComplete {
///     print(photo["urls"]["small"].string ?? "none")
/// }
/// ```
///
/// Texts are decoded only on access. If an object repeats a key, look-up returns the first value, so that the result is
/// the same if the document is cut off later. See ``JSONValue/duplicateKeys``.
package struct JSONDocument: Sendable {
    /// The first fault that was found in tolerant mode, or nil if the document is valid.
    package let fault: JSONError?

    private let tape: JSONTape

    /// Parses a document.
    ///
    /// - Throws: The first fault in strict mode; in tolerant mode only an exceeded limit.
    package init(
        _ bytes: [UInt8], mode: JSONMode = .tolerant, limits: JSONLimits = .default
    ) throws(JSONError) {
        var reader = JSONReader(mode: mode, limits: limits)
        do throws(JSONReader.Finding) {
            try reader.readDocument(bytes.span)
        } catch {
            throw JSONError(error, in: bytes)
        }
        fault = reader.fault.map { JSONError($0, in: bytes) }
        tape = JSONTape(bytes: bytes, nodes: reader.nodes)
    }

    /// The root value; missing if nothing could be parsed.
    package var root: JSONValue {
        tape.nodes.isEmpty ? JSONValue(nothingOn: tape) : JSONValue(0, on: tape)
    }

    package var bytes: [UInt8] { tape.bytes }

    /// Returns the line and column of a byte, which are counted from the start.
    package func position(of offset: Int) -> JSONPosition {
        JSONPosition(of: offset, in: tape.bytes)
    }
}

/// The limits above which a document is refused in either mode.
///
/// In addition to the bytes of the document, a value takes 16 bytes of memory and a member 32. This is about the size
/// of an ordinary document and at most eight times its size (`[1,1,1,…`), which `maximumValueCount` limits.
package struct JSONLimits: Sendable, Equatable {
    package static let `default` = JSONLimits()

    /// The maximum size of a document in bytes.
    package var maximumByteCount: Int
    /// The maximum depth of nested arrays and objects.
    package var maximumDepth: Int
    /// The maximum number of values; keys count as values.
    package var maximumValueCount: Int

    package init(
        maximumByteCount: Int = 16 << 20, maximumDepth: Int = 512, maximumValueCount: Int = 4_000_000
    ) {
        self.maximumByteCount = maximumByteCount
        self.maximumDepth = maximumDepth
        self.maximumValueCount = maximumValueCount
    }
}

/// The tolerance of the parser for invalid documents.
package enum JSONMode: Sendable {
    /// Only valid JSON (RFC 8259). Parsing ends at the first fault.
    ///
    /// A byte order mark and an escaped lone surrogate are faults, as the RFC permits.
    case strict

    /// As much as can be parsed. The first fault is recorded.
    case tolerant
}
