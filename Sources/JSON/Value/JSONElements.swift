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
