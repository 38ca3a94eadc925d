/// The bytes of a document and its values in their original order, which all views share.
///
/// An object is followed by its members, each with its key before its value. A key is a string node.
final class JSONTape: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]

    init(bytes: [UInt8], nodes: [JSONNode]) {
        self.bytes = bytes
        self.nodes = nodes
    }

    /// Returns the nodes inside a container, including nested ones. Those of an object start with a key.
    func children(of index: Int) -> Range<Int> {
        index + 1..<Int(nodes[index].next)
    }

    /// Returns the value of the first member with a key.
    func member(_ key: String, of object: Int) -> Int? {
        let (nodes, bytes) = (nodes, bytes)
        return nodes.span.member(key.utf8.span, of: object, in: bytes.span)
    }

    /// Returns the rest of each key that starts with `beginning`, and the index of its value.
    func members(startingWith beginning: String, of object: Int) -> [(ending: String, value: Int)] {
        let bytes = bytes
        let wanted = beginning.utf8.span
        let end = Int(nodes[object].next)
        var members: [(ending: String, value: Int)] = []
        var index = object + 1
        while index < end {
            if let ending = bytes.span.ending(of: nodes[index], startingWith: wanted) {
                members.append((ending, index + 1))
            }
            index = Int(nodes[index + 1].next)
        }
        return members
    }

    /// Returns the text of a string node.
    func text(of node: JSONNode) -> String {
        let bytes = bytes
        return bytes.span.text(of: node)
    }

    /// Returns a whole number of a few digits, the most common form; nil for anything else.
    func shortInteger(at range: Range<Int>) -> Int? {
        let bytes = bytes
        return bytes.span.shortInteger(at: range)
    }

    /// Returns the element at an index of an array.
    func element(_ place: Int, of array: Int) -> Int? {
        guard place >= 0 else { return nil }
        let end = Int(nodes[array].next)
        var index = array + 1
        var left = place
        // The index may be far beyond the end, so the loop also ends at the last element.
        while left > 0, index < end {
            index = Int(nodes[index].next)
            left -= 1
        }
        return index < end ? index : nil
    }
}

/// A value or key on the tape.
struct JSONNode {
    struct Flags: OptionSet {
        let rawValue: UInt8

        /// The text contains escapes or invalid bytes, so it differs from the bytes of the document.
        static let escaped = Flags(rawValue: 1)
        /// The document ends inside this value.
        static let incomplete = Flags(rawValue: 2)
        /// The number has neither a fraction nor an exponent.
        static let integer = Flags(rawValue: 4)
        /// The text is ASCII without escapes.
        static let plain = Flags(rawValue: 8)
    }

    let kind: JSONValue.Kind
    var flags: Flags
    /// The mark of a string's bytes or of a key's text; 0 for other values.
    var mark: UInt16
    let start: UInt32
    var end: UInt32
    /// The index of the node after this value and all values inside it.
    var next: UInt32

    init(_ kind: JSONValue.Kind, from start: Int, to end: Int, flags: Flags, mark: UInt16, next: Int) {
        self.kind = kind
        self.flags = flags
        self.mark = mark
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
        self.next = UInt32(truncatingIfNeeded: next)
    }

    var isContainer: Bool { kind == .array || kind == .object }

    var range: Range<Int> { Int(start)..<Int(end) }

    /// The range between the quotation marks of a string.
    var content: Range<Int> {
        Int(start) + 1..<Int(end) - (flags.contains(.incomplete) ? 0 : 1)
    }
}

extension Span<UInt8> {
    /// A short hash of the first byte, the last byte and the length, which differs for most keys of an object.
    @inline(__always)
    var mark: UInt16 {
        isEmpty ? 0 : UInt16(self[0]) << 8 ^ UInt16(self[count - 1]) ^ UInt16(truncatingIfNeeded: count) << 5
    }
}

extension Span<JSONNode> {
    fileprivate func member(_ key: Span<UInt8>, of object: Int, in bytes: Span<UInt8>) -> Int? {
        let end = Int(self[object].next)
        let mark = key.mark
        var index = object + 1
        while index < end {
            if self[index].mark == mark, bytes.isKey(self[index], equalTo: key) { return index &+ 1 }
            // For most values, the position of the next node is known without reading the value's node.
            index = self[index &+ 1].isContainer ? Int(self[index &+ 1].next) : index &+ 2
        }
        return nil
    }
}

extension Span<UInt8> {
    fileprivate func shortInteger(at range: Range<Int>) -> Int? {
        let isNegative = byte(at: range.lowerBound) == .minus
        let digits = (isNegative ? range.lowerBound + 1 : range.lowerBound)..<range.upperBound
        guard (1...18).contains(digits.count) else { return nil }
        var number = 0
        for offset in digits {
            guard self[offset].isDigit else { return nil }
            number = number * 10 + Int(self[offset] - .zero)
        }
        return isNegative ? -number : number
    }

    private func starts(with beginning: Span<UInt8>) -> Bool {
        if beginning.isEmpty { return true }
        return !isEmpty && self[0] == beginning[0]
            && extracting(first: beginning.count).isEqual(to: beginning)
    }

    /// Returns the part of a key after a prefix; nil if the key does not have the prefix.
    fileprivate func ending(of node: JSONNode, startingWith beginning: Span<UInt8>) -> String? {
        if node.flags.contains(.escaped) {
            let text = text(of: node)
            let bytes = text.utf8.span
            guard bytes.starts(with: beginning) else { return nil }
            return String(Substring(text.utf8.dropFirst(beginning.count)))
        }
        let content = extracting(node.content)
        guard content.starts(with: beginning) else { return nil }
        return content.extracting(beginning.count...).withUnsafeBufferPointer {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @inline(never)
    fileprivate func isKey(_ node: JSONNode, equalTo wanted: Span<UInt8>) -> Bool {
        if node.flags.contains(.escaped) {
            let text = text(of: node)
            return wanted.isEqual(to: text.utf8.span)
        }
        return wanted.isEqual(to: extracting(node.content))
    }
}
