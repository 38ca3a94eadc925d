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
