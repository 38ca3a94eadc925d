/// Parses bytes into tape nodes in one pass, without recursion.
///
/// In strict mode parsing ends at the first fault. In tolerant mode the first fault is recorded and parsing continues:
/// an unexpected byte is skipped, a missing comma or colon is inserted, and a closing bracket of the wrong kind closes
/// the open container.
struct JSONReader {
    /// A fault whose line has not been counted yet.
    struct Finding: Error {
        let reason: JSONError.Reason
        let offset: Int
    }

    /// The last part that was parsed in the innermost open container.
    private enum Place {
        case opening, comma, value
    }

    private(set) var nodes: [JSONNode] = []
    /// The first fault that did not end parsing.
    private(set) var fault: Finding?
    var offset = 0

    private let mode: JSONMode
    private let limits: JSONLimits
    private var open: [Int] = []
    private var place = Place.opening

    init(mode: JSONMode, limits: JSONLimits) {
        self.mode = mode
        self.limits = limits
    }

    /// Parses the whole document, or throws the reason why it is refused.
    mutating func readDocument(_ bytes: Span<UInt8>) throws(Finding) {
        let limit = min(limits.maximumByteCount, Int(UInt32.max))
        guard bytes.count <= limit else {
            throw Finding(reason: .tooLong(maximumByteCount: limit), offset: limit)
        }
        nodes.reserveCapacity(min(bytes.count / 12 + 4, limits.maximumValueCount))
        try readRoot(bytes)
    }

    private mutating func readRoot(_ bytes: Span<UInt8>) throws(Finding) {
        if bytes.starts(with: "\u{FEFF}", at: 0) {
            if mode == .strict { try note(.byteOrderMark, at: 0) }
            offset = 3
        }
        offset = bytes.skippingWhitespace(from: offset)
        guard offset < bytes.count else { return try note(.empty, at: offset) }
        guard bytes.startsValue(at: offset) else {
            let isHTML = bytes[offset] == UInt8(ascii: "<")
            return try note(
                bytes.startsComment(at: offset) ? .comment : .notJSON(looksLikeHTML: isHTML), at: offset)
        }
        try readValue(bytes)
        while let container = open.last {
            try readStep(inside: container, bytes)
        }
        offset = bytes.skippingWhitespace(from: offset)
        guard offset < bytes.count else { return }
        try note(bytes.startsComment(at: offset) ? .comment : .trailingContent, at: offset)
    }

    /// Parses a comma, a closing bracket, or one element or member.
    @inline(__always)
    private mutating func readStep(inside container: Int, _ bytes: Span<UInt8>) throws(Finding) {
        offset = bytes.skippingWhitespace(from: offset)
        switch bytes.byte(at: offset) {
        case .comma:
            if place != .value { try note(.unexpectedByte(.comma), at: offset) }
            place = .comma
            offset += 1
        case .rightBracket, .rightBrace:
            try close(container, bytes)
        default:
            if offset == bytes.count { return try cutOff(at: offset) }
            if nodes[container].kind == .array {
                try readElement(bytes)
            } else {
                try readMember(bytes)
            }
        }
    }

    private mutating func readElement(_ bytes: Span<UInt8>) throws(Finding) {
        guard bytes.startsValue(at: offset) else { return try skipByte(bytes) }
        if place == .value { try note(.missingComma, at: offset) }
        try readValue(bytes)
    }

    private mutating func readMember(_ bytes: Span<UInt8>) throws(Finding) {
        guard bytes[offset] == .quote else { return try skipByte(bytes) }
        if place == .value { try note(.missingComma, at: offset) }
        let key = nodes.count
        try readString(bytes)
        if nodes[key].flags.contains(.escaped) { nodes[key].mark = bytes.text(of: nodes[key]).utf8.span.mark }
        offset = bytes.skippingWhitespace(from: offset)
        if bytes.byte(at: offset) == .colon {
            offset = bytes.skippingWhitespace(from: offset + 1)
        } else if offset < bytes.count {
            try note(.missingColon, at: offset)
        }
        if offset < bytes.count, bytes.startsValue(at: offset) {
            try readValue(bytes)
        } else {
            try readLateValue(ofKey: key, bytes)
        }
    }

    /// Searches for the value of the last key. If there is none, the key is dropped.
    private mutating func readLateValue(ofKey key: Int, _ bytes: Span<UInt8>) throws(Finding) {
        while offset < bytes.count, !bytes.startsValue(at: offset) {
            guard !bytes[offset].endsItem else { break }
            try skipByte(bytes)
            offset = bytes.skippingWhitespace(from: offset)
        }
        guard offset < bytes.count, !bytes[offset].endsItem else {
            nodes.removeSubrange(key...)
            place = .value
            return try offset < bytes.count ? note(.missingValue, at: offset) : cutOff(at: offset)
        }
        try readValue(bytes)
    }

    @inline(__always)
    private mutating func readValue(_ bytes: Span<UInt8>) throws(Finding) {
        switch bytes[offset] {
        case .quote:
            try readString(bytes)
            place = .value
        case .leftBrace: try open(.object)
        case .leftBracket: try open(.array)
        default:
            try readToken(bytes)
            place = .value
        }
    }

    private mutating func skipByte(_ bytes: Span<UInt8>) throws(Finding) {
        try note(
            bytes.startsComment(at: offset) ? .comment : .unexpectedByte(bytes[offset]), at: offset)
        offset += 1
    }
}

// MARK: - Containers

extension JSONReader {
    private mutating func open(_ kind: JSONValue.Kind) throws(Finding) {
        if open.count >= limits.maximumDepth {
            throw Finding(reason: .tooDeep(maximumDepth: limits.maximumDepth), offset: offset)
        }
        open.append(nodes.count)
        try append(kind, from: offset, to: offset + 1)
        offset += 1
        place = .opening
    }

    private mutating func close(_ container: Int, _ bytes: Span<UInt8>) throws(Finding) {
        let isArray = nodes[container].kind == .array
        if (bytes[offset] == .rightBracket) != isArray { try note(.wrongBracket, at: offset) }
        if place == .comma { try note(.trailingComma, at: offset) }
        offset += 1
        end(container)
        open.removeLast()
        place = .value
    }

    /// Ends all open containers, and marks them as incomplete.
    mutating func cutOff(at end: Int) throws(Finding) {
        offset = end
        try note(.unexpectedEnd, at: end)
        for container in open {
            self.end(container)
            nodes[container].flags.insert(.incomplete)
        }
        open.removeAll()
    }

    private mutating func end(_ container: Int) {
        nodes[container].end = UInt32(truncatingIfNeeded: offset)
        nodes[container].next = UInt32(truncatingIfNeeded: nodes.count)
    }

    /// Indicates whether the current value is inside another one.
    var isNested: Bool { !open.isEmpty }
}

// MARK: - Nodes and faults

extension JSONReader {
    @inline(__always)
    mutating func append(
        _ kind: JSONValue.Kind, from start: Int, to end: Int, flags: JSONNode.Flags = [], mark: UInt16 = 0
    ) throws(Finding) {
        if nodes.count >= limits.maximumValueCount {
            throw Finding(reason: .tooManyValues(maximumValueCount: limits.maximumValueCount), offset: start)
        }
        nodes.append(JSONNode(kind, from: start, to: end, flags: flags, mark: mark, next: nodes.count &+ 1))
    }

    /// Throws a fault in strict mode; records the first one in tolerant mode.
    mutating func note(_ reason: JSONError.Reason, at offset: Int) throws(Finding) {
        let finding = Finding(reason: reason, offset: offset)
        if mode == .strict { throw finding }
        if fault == nil { fault = finding }
    }
}

extension JSONReader {
    /// Parses a number or a literal. Any other word in a container counts as null; at the root it makes the document
    /// invalid.
    mutating func readToken(_ bytes: Span<UInt8>) throws(Finding) {
        let start = offset
        let lead = bytes[start]
        if lead == .minus || lead.isDigit {
            try readNumber(bytes)
        } else if let literal = bytes.literal(at: start) {
            offset = start + literal.byteCount
            try append(literal.kind, from: start, to: offset)
        } else {
            try readBrokenToken(isNested ? .invalidLiteral : .notJSON(looksLikeHTML: false), bytes)
        }
    }

    private mutating func readNumber(_ bytes: Span<UInt8>) throws(Finding) {
        let number = bytes.number(at: offset)
        guard let number else { return try readBrokenToken(.invalidNumber, bytes) }
        let start = offset
        offset = number.end
        // At the end of the document, further digits may be missing.
        let isCut = isNested && offset == bytes.count
        let flags: JSONNode.Flags = number.isInteger ? .integer : []
        try append(.number, from: start, to: offset, flags: isCut ? flags.union(.incomplete) : flags)
    }

    private mutating func readBrokenToken(
        _ reason: JSONError.Reason, _ bytes: Span<UInt8>
    ) throws(Finding) {
        let start = offset
        offset = bytes.skippingToken(from: start)
        guard isNested else { return try note(reason, at: start) }
        let isCut = offset == bytes.count
        try note(isCut ? .unexpectedEnd : reason, at: isCut ? offset : start)
        try append(.null, from: start, to: offset, flags: isCut ? .incomplete : [])
    }
}

extension Span<UInt8> {
    fileprivate func literal(at offset: Int) -> (kind: JSONValue.Kind, byteCount: Int)? {
        let found: (JSONValue.Kind, Int)? =
            switch self[offset] {
            case UInt8(ascii: "t") where starts(with: "true", at: offset): (.bool, 4)
            case UInt8(ascii: "f") where starts(with: "false", at: offset): (.bool, 5)
            case UInt8(ascii: "n") where starts(with: "null", at: offset): (.null, 4)
            default: nil
            }
        guard let found, !byte(at: offset + found.1).isTokenPart else { return nil }
        return found
    }

    /// Returns the end of the number at an offset; nil if it is not a valid JSON number.
    func number(at offset: Int) -> (end: Int, isInteger: Bool)? {
        let first = byte(at: offset) == .minus ? offset + 1 : offset
        var end = skippingDigits(from: first)
        guard end > first, byte(at: first) != .zero || end == first + 1 else { return nil }
        var isInteger = true
        if byte(at: end) == .point {
            isInteger = false
            let fraction = end + 1
            end = skippingDigits(from: fraction)
            guard end > fraction else { return nil }
        }
        if byte(at: end) | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            let sign = byte(at: end + 1)
            let exponent = end + (sign == .plus || sign == .minus ? 2 : 1)
            end = skippingDigits(from: exponent)
            guard end > exponent else { return nil }
        }
        return byte(at: end).isTokenPart ? nil : (end, isInteger)
    }
}

extension Span<UInt8> {
    /// Indicates whether a comment in the style of other languages starts at an offset.
    fileprivate func startsComment(at offset: Int) -> Bool {
        starts(with: "//", at: offset) || starts(with: "/*", at: offset) || starts(with: "#", at: offset)
    }

    @inline(__always)
    fileprivate func startsValue(at offset: Int) -> Bool {
        switch self[offset] {
        case .quote, .leftBrace, .leftBracket: true
        default: self[offset].isTokenPart
        }
    }
}

extension UInt8 {
    /// Indicates whether the byte ends a member whose value is missing.
    fileprivate var endsItem: Bool {
        self == .comma || self == .rightBracket || self == .rightBrace
    }
}
