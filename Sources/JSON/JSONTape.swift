/// A document's bytes and its values in the order they are written, shared by all views on it.
///
/// An object is followed by its members, key before value; a key is a string node.
final class JSONTape: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]

    init(bytes: [UInt8], nodes: [JSONNode]) {
        self.bytes = bytes
        self.nodes = nodes
    }

    /// The nodes of the values directly inside a container; those of an object start with a key each.
    func children(of index: Int) -> Range<Int> {
        index + 1..<Int(nodes[index].next)
    }

    /// The value of the first member called `key`.
    func member(_ key: String, of object: Int) -> Int? {
        let (nodes, bytes) = (nodes, bytes)
        return nodes.span.member(key.utf8.span, of: object, in: bytes.span)
    }

    /// The rest of each key that starts with `beginning`, and the index of its value.
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

    /// What a string node says.
    func text(of node: JSONNode) -> String {
        let bytes = bytes
        return bytes.span.text(of: node)
    }

    /// A whole number of a few digits, as nearly all are; nil for anything else.
    func shortInteger(at range: Range<Int>) -> Int? {
        let bytes = bytes
        return bytes.span.shortInteger(at: range)
    }

    /// The element at a place of an array.
    func element(_ place: Int, of array: Int) -> Int? {
        guard place >= 0 else { return nil }
        let end = Int(nodes[array].next)
        var index = array + 1
        var left = place
        // A stranger may ask for a place far beyond the end, so the end is what stops.
        while left > 0, index < end {
            index = Int(nodes[index].next)
            left -= 1
        }
        return index < end ? index : nil
    }
}

/// One value (or key) on the tape.
struct JSONNode {
    struct Flags: OptionSet {
        let rawValue: UInt8

        /// The text has escapes or bytes to repair, so it is not what is written.
        static let escaped = Flags(rawValue: 1)
        /// The document was cut off inside this value.
        static let incomplete = Flags(rawValue: 2)
        /// The number has neither fraction nor exponent.
        static let integer = Flags(rawValue: 4)
        /// The text is ASCII, each byte of it standing for itself.
        static let plain = Flags(rawValue: 8)
    }

    let kind: JSONValue.Kind
    var flags: Flags
    /// The mark of a string's bytes, of a key's text; 0 of anything else.
    var mark: UInt16
    let start: UInt32
    var end: UInt32
    /// The index of the node after this value and all inside it.
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

    /// The bytes between the quotes of a string.
    var content: Range<Int> {
        Int(start) + 1..<Int(end) - (flags.contains(.incomplete) ? 0 : 1)
    }
}

extension Span<UInt8> {
    /// Of the first byte, the last and the length, which tell most keys of an object apart.
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
            // The place behind most values is known without waiting for what their nodes say.
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

    /// What follows a beginning of a key; nil for a key that does not start so.
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
