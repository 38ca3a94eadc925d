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
