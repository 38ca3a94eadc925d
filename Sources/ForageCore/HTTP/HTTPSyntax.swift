/// The syntax of lists, words and numbers in header fields (RFC 9110, 5.6).
package enum HTTPSyntax {
    /// Returns the members of a list without surrounding white space; commas inside quotation marks do not separate
    /// members.
    ///
    /// - Parameters:
    ///   - line: One line of a field.
    ///   - escape: The character that escapes a quotation mark; nil for entity tags, which have none.
    /// - Returns: The members that are not empty.
    package static func members(of line: String, escape: UInt8? = UInt8(ascii: "\\")) -> [Substring] {
        var members: [Substring] = []
        var start = line.startIndex
        var isQuoted = false
        var isEscaped = false
        let bytes = line.utf8
        for index in bytes.indices {
            let byte = bytes[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == escape {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                members.append(line[start..<index])
                start = bytes.index(after: index)
            }
        }
        members.append(line[start...])
        return members.map { $0.trimmingWhitespace() }.filter { !$0.isEmpty }
    }

    /// Returns the members of a list of accepted values, such as `Accept-Language`, in lower case with their weights from 0
    /// to 1 (RFC 9110, 12.4.2).
    package static func weights(in lines: [String]) -> [(value: String, weight: Double)] {
        lines.flatMap { members(of: $0) }.map { member in
            let parts = member.split(separator: ";").map { $0.trimmingWhitespace().lowercased() }
            let weights = parts.dropFirst().filter { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
            let weight = weights.min() ?? 1
            return (parts.first ?? "", (0...1).contains(weight) ? weight : 0)
        }
    }

    /// Indicates whether a list of accepted values, as in `Accept` and `Accept-Encoding`, contains one with a weight
    /// above 0.
    package static func names(_ word: String, in lines: [String]) -> Bool {
        weights(in: lines).contains { $0.value == word && $0.weight > 0 }
    }

    /// The text inside quotation marks; nil if they are missing or followed by other text.
    package static func unquoted(_ text: Substring) -> String? {
        guard text.utf8.first == UInt8(ascii: "\"") else { return nil }
        var content: [UInt8] = []
        var bytes = text.utf8.dropFirst()
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return bytes.isEmpty ? String(decoding: content, as: UTF8.self) : nil
            case UInt8(ascii: "\\"):
                guard let next = bytes.popFirst() else { return nil }
                content.append(next)
            default: content.append(byte)
            }
        }
        return nil
    }

    /// Indicates whether this is a valid name of a field or a method.
    package static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                byte.isLetter || byte.isDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    /// Indicates whether a byte is allowed in the value of a field. Line breaks are not.
    package static func isAllowedInField(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t")
    }

    /// A number of seconds that consists only of digits; larger ones are reduced to 2^31 (RFC 9111, 1.2.2).
    package static func seconds(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Double(min(Int(text) ?? greatestSeconds, greatestSeconds))
    }

    /// A number of bytes that consists only of digits; nil for anything else and for an impossible size.
    package static func byteCount(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 15, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text)
    }

    private static let greatestSeconds = 1 << 31
}

/// The directives of `Cache-Control` in a request or a response (RFC 9111, 5.2).
///
/// If a directive is repeated, the first one counts (4.2.1); invalid directives are ignored.
package struct CacheControl: Hashable, Sendable {
    private var arguments: [String: Argument] = [:]

    private enum Argument: Hashable {
        case missing
        case text(String)
        /// An argument that HTTP does not allow.
        case nonsense
    }

    package init(_ headers: Headers) {
        for line in headers.lines(of: "Cache-Control") {
            HTTPSyntax.members(of: line).forEach { add($0) }
        }
    }

    private mutating func add(_ directive: Substring) {
        let word = directive.prefix { $0 != "=" }
        guard HTTPSyntax.isToken(word.utf8) else { return }
        let name = word.lowercased()
        let argument =
            word.endIndex == directive.endIndex ? .missing : Self.argument(directive[word.endIndex...])
        switch (arguments[name], argument) {
        // A directive without an argument is stricter than one with an argument.
        case (nil, _), (_, .missing): arguments[name] = argument
        case (.text(let names), .text(let more)) where Self.namesFields.contains(name):
            arguments[name] = .text(names + "," + more)
        default: break
        }
    }

    private static let namesFields: Set = ["no-cache", "private"]

    private static func argument(_ text: Substring) -> Argument {
        let value = text.dropFirst()
        if HTTPSyntax.isToken(value.utf8) { return .text(String(value)) }
        return HTTPSyntax.unquoted(value).map(Argument.text) ?? .nonsense
    }

    /// Indicates whether a directive is present, with or without an argument.
    package func has(_ name: String) -> Bool { arguments[name] != nil }

    /// Indicates whether a directive is present and applies to the whole message.
    package func hasWhole(_ name: String) -> Bool {
        switch arguments[name] {
        case .none: false
        case .text(let names): fieldNames(in: names).isEmpty
        case .missing, .nonsense: true
        }
    }

    /// The number of seconds of a directive; zero if it is not a number, nil if the directive is absent.
    package func seconds(_ name: String) -> Double? {
        switch arguments[name] {
        case .none: nil
        case .text(let text): HTTPSyntax.seconds(text[...]) ?? 0
        case .missing, .nonsense: 0
        }
    }

    /// Indicates whether a directive is present without an argument.
    package func isBare(_ name: String) -> Bool { arguments[name] == .missing }

    /// The header fields that a directive names, in lower case.
    package func fields(of name: String) -> Set<String> {
        guard case .text(let names) = arguments[name] else { return [] }
        return fieldNames(in: names)
    }

    private func fieldNames(in text: String) -> Set<String> {
        Set(HTTPSyntax.members(of: text).map { $0.lowercased() })
    }
}

extension Headers {
    /// Indicates whether they state how long a response is fresh (RFC 9111, 4.2.1).
    package var hasExplicitFreshness: Bool { self["Expires"] != nil || CacheControl(self).has("max-age") }
}
