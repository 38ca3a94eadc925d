extension JSONPointer {
    /// The path to a node, found by going down from the root.
    init(to target: Int, on tape: JSONTape) {
        var tokens: [String] = []
        var container = 0
        while container != target {
            let step = Self.step(from: container, towards: target, on: tape)
            tokens.append(step.token)
            container = step.node
        }
        self.init(tokens: tokens)
    }

    private static func step(from container: Int, towards target: Int, on tape: JSONTape) -> (
        token: String, node: Int
    ) {
        let isObject = tape.nodes[container].kind == .object
        var value = container + (isObject ? 2 : 1)
        var place = 0
        while Int(tape.nodes[value].next) <= target {
            value = Int(tape.nodes[value].next) + (isObject ? 1 : 0)
            place += 1
        }
        return (isObject ? tape.text(of: tape.nodes[value - 1]) : String(place), value)
    }

    /// The place in an array that a token names: decimal, no leading zero.
    package static func index(_ token: String) -> Int? {
        guard token.utf8.allSatisfy(\.isDigit), token == "0" || token.utf8.first != .zero else { return nil }
        return Int(token)
    }
}
