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

    /// The rest of each key that starts with `beginning`.
    func endings(ofKeysStartingWith beginning: String, in object: Int) -> [String] {
        let bytes = bytes
        let wanted = beginning.utf8.span
        let end = Int(nodes[object].next)
        var endings: [String] = []
        var index = object + 1
        while index < end {
            let key = bytes.span.extracting(nodes[index].content)
            if nodes[index].flags.contains(.escaped)
                || key.extracting(first: wanted.count).isEqual(to: wanted)
            {
                let text = text(of: nodes[index])
                if text.hasPrefix(beginning) { endings.append(String(text.dropFirst(beginning.count))) }
            }
            index = Int(nodes[index + 1].next)
        }
        return endings
    }

    /// What a string node says.
    func text(of node: JSONNode) -> String {
        let bytes = bytes
        return bytes.span.text(of: node)
    }

    /// Whether a string begins and ends with visible ASCII, as most do, so that no white space is around it.
    func hasVisibleEnds(_ node: JSONNode) -> Bool {
        let content = node.content
        guard let first = content.first, let last = content.last, !node.flags.contains(.escaped) else {
            return false
        }
        return bytes[first].isVisible && bytes[last].isVisible
    }

    /// The element at a place of an array.
    func element(_ place: Int, of array: Int) -> Int? {
        guard place >= 0 else { return nil }
        let end = Int(nodes[array].next)
        var index = array + 1
        for _ in 0..<place where index < end { index = Int(nodes[index].next) }
        return index < end ? index : nil
    }
}

extension Span<JSONNode> {
    fileprivate func member(_ key: Span<UInt8>, of object: Int, in bytes: Span<UInt8>) -> Int? {
        let end = Int(self[object].next)
        let byteCount = key.count + 2
        var index = object + 1
        while index < end {
            let node = self[index]
            if node.byteCount == byteCount || node.flags.contains(.escaped), bytes.isKey(node, equalTo: key) {
                return index + 1
            }
            index = Int(self[index + 1].next)
        }
        return nil
    }
}

extension Span<UInt8> {
    fileprivate func isKey(_ node: JSONNode, equalTo wanted: Span<UInt8>) -> Bool {
        if node.flags.contains(.escaped) {
            let text = text(of: node)
            return wanted.isEqual(to: text.utf8.span)
        }
        return wanted.isEqual(to: extracting(node.content))
    }
}
