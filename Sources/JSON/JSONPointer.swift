/// The path from the root of a document to a value, in the syntax of RFC 6901: `/results/3/title`.
package struct JSONPointer: Hashable, Sendable {
    /// The keys and indexes of the path, unescaped.
    package let tokens: [String]

    /// Creates a path from tokens. Without tokens it is the path of the root.
    package init(tokens: [String] = []) {
        self.tokens = tokens
    }

    package func appending(_ key: String) -> JSONPointer {
        JSONPointer(tokens: tokens + [key])
    }

    package func appending(_ index: Int) -> JSONPointer {
        appending(String(index))
    }

    package func appending(_ other: JSONPointer) -> JSONPointer {
        JSONPointer(tokens: tokens + other.tokens)
    }

    /// The path of the enclosing value; nil for the root.
    package var parent: JSONPointer? {
        tokens.isEmpty ? nil : JSONPointer(tokens: Array(tokens.dropLast()))
    }
}

extension JSONPointer: LosslessStringConvertible {
    /// Parses a pointer. Returns nil if it does not start with `/` unless it is empty, or has a `~` without 0 or 1.
    package init?(_ description: String) {
        guard let first = description.utf8.first else {
            self.init()
            return
        }
        guard first == .slash else { return nil }
        var tokens: [String] = []
        for token in description.utf8.dropFirst().split(separator: .slash, omittingEmptySubsequences: false) {
            guard let unescaped = Self.unescape(token) else { return nil }
            tokens.append(unescaped)
        }
        self.init(tokens: tokens)
    }

    package var description: String {
        tokens.reduce(into: "") { text, token in
            text += "/"
            text += Self.escape(token)
        }
    }

    private static func unescape(_ token: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = token
        while let byte = rest.popFirst() {
            guard byte == .tilde else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case .zero: bytes.append(.tilde)
            case .zero + 1: bytes.append(.slash)
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escape(_ token: String) -> String {
        if token.utf8.allSatisfy({ $0 != .tilde && $0 != .slash }) { return token }
        var text = ""
        for scalar in token.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension JSONPointer {
    /// Creates the path of a node by searching from the root.
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

    /// Returns the array index that a token contains: a decimal number without leading zeros.
    package static func index(_ token: String) -> Int? {
        guard token.utf8.allSatisfy(\.isDigit), token == "0" || token.utf8.first != .zero else { return nil }
        return Int(token)
    }
}
