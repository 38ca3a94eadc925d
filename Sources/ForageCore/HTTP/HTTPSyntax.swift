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
