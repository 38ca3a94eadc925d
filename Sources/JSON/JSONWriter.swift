internal import Platform

/// Writes one JSON document.
///
/// ```swift
/// let bytes = JSONWriter.bytes(.pretty) { writer in
///     writer.object { writer in
///         writer.key("kind")
///         writer.string("photo")
///         writer.key("tags")
///         writer.array { $0.string("pier") }
///     }
/// }
/// ```
///
/// Containers are closed automatically. A value without a key, a key without a value, or a number of root values other
/// than one is a programming error and stops the program.
package struct JSONWriter: Sendable {
    package enum Layout: Sendable {
        case compact
        /// One value a line, indented by two spaces.
        case pretty
    }

    private enum Scope {
        case root, array, object, value
    }

    private let layout: Layout
    let escapesLineSeparators: Bool
    var output: [UInt8] = []
    private var scope = Scope.root
    private var isFirst = true
    private var depth = 0

    private init(layout: Layout, escapesLineSeparators: Bool) {
        self.layout = layout
        self.escapesLineSeparators = escapesLineSeparators
    }

    /// Returns the bytes of the value that `body` writes.
    ///
    /// U+2028 and U+2029 can be escaped, which old versions of JavaScript require.
    package static func bytes<Failure: Error>(
        _ layout: Layout = .compact, escapesLineSeparators: Bool = false,
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8] {
        var writer = JSONWriter(layout: layout, escapesLineSeparators: escapesLineSeparators)
        try body(&writer)
        precondition(!writer.isFirst, "A JSON document needs a value.")
        return writer.output
    }

    /// Returns the text of the value that `body` writes.
    package static func text<Failure: Error>(
        _ layout: Layout = .compact, escapesLineSeparators: Bool = false,
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> String {
        String(decoding: try bytes(layout, escapesLineSeparators: escapesLineSeparators, body), as: UTF8.self)
    }

    /// Returns the compact text of an object whose members `body` writes.
    package static func objectText(_ body: (inout JSONWriter) -> Void) -> String {
        text { $0.object(body) }
    }

    /// Returns the bytes of an object whose members `body` writes.
    package static func objectBytes(
        _ layout: Layout = .compact, _ body: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        bytes(layout) { $0.object(body) }
    }
}

// MARK: - Containers

extension JSONWriter {
    package mutating func object<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try container(.object, "{", "}", body)
    }

    package mutating func array<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try container(.array, "[", "]", body)
    }

    /// Writes a member that is an object.
    package mutating func object(_ key: String, _ body: (inout JSONWriter) -> Void) {
        self.key(key)
        object(body)
    }

    /// Writes a member that is an array.
    package mutating func array(_ key: String, _ body: (inout JSONWriter) -> Void) {
        self.key(key)
        array(body)
    }

    /// Writes the key of the next value.
    package mutating func key(_ key: String) {
        precondition(
            scope == .object,
            "A key is allowed only in an object, and only after the value of the previous key.")
        separate()
        write(quoted: key, before: layout == .pretty ? ": " : ":")
        scope = .value
    }

    private mutating func container<Failure: Error>(
        _ inner: Scope, _ opening: StaticString, _ closing: StaticString,
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let outer = beginValue()
        write(ascii: opening)
        (scope, isFirst, depth) = (inner, true, depth + 1)
        try body(&self)
        precondition(scope == inner, "A key was written without its value.")
        depth -= 1
        if !isFirst { breakLine() }
        write(ascii: closing)
        (scope, isFirst) = (outer, false)
    }

    /// Prepares for a value, and returns the scope after it.
    private mutating func beginValue() -> Scope {
        switch scope {
        case .value: return .object
        case .object: preconditionFailure("A value in an object needs its key first.")
        case .root: precondition(isFirst, "A JSON document has one value.")
        case .array: separate()
        }
        return scope
    }

    private mutating func separate() {
        breakLine(after: isFirst ? nil : .comma)
        isFirst = false
    }

    private mutating func breakLine(after byte: UInt8? = nil) {
        let indentation = layout == .pretty ? depth * 2 : 0
        output.append(addingCapacity: indentation + 2) { bytes in
            if let byte { bytes.append(byte) }
            guard layout == .pretty else { return }
            bytes.append(.lineFeed)
            bytes.append(repeating: .space, count: indentation)
        }
    }
}

// MARK: - Scalars

extension JSONWriter {
    package mutating func string(_ text: String) {
        scalar { $0.write(quoted: text) }
    }

    package mutating func bool(_ value: Bool) {
        scalar { $0.write(ascii: value ? "true" : "false") }
    }

    package mutating func null() {
        scalar { $0.write(ascii: "null") }
    }

    package mutating func number(_ value: Int) {
        scalar { $0.output.append(contentsOf: String(value).utf8) }
    }

    /// Writes the shortest text that represents the number, or null for infinities and NaN, which JSON does not
    /// support.
    package mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        scalar { $0.output.append(contentsOf: value.description.utf8) }
    }

    /// Writes a number with exactly the given characters.
    package mutating func number(asWritten text: String) {
        precondition(JSONNumber(text: text) != nil, "“\(text)” is not a JSON number.")
        scalar { $0.output.append(contentsOf: text.utf8) }
    }

    private mutating func scalar(_ write: (inout JSONWriter) -> Void) {
        let outer = beginValue()
        write(&self)
        (scope, isFirst) = (outer, false)
    }

    mutating func write(ascii text: StaticString) {
        text.withUTF8Buffer { output.append(contentsOf: $0) }
    }
}

extension JSONWriter {
    /// Writes a text member, unless the value is nil.
    package mutating func member(_ key: String, _ text: String?) { member(key, text) { $0.string($1) } }

    /// Writes a Boolean member, unless the value is nil.
    package mutating func member(_ key: String, _ flag: Bool?) { member(key, flag) { $0.bool($1) } }

    /// Writes an integer member, unless the value is nil.
    package mutating func member(_ key: String, _ number: Int?) { member(key, number) { $0.number($1) } }

    /// Writes a number member, unless the value is nil.
    package mutating func member(_ key: String, _ number: Double?) { member(key, number) { $0.number($1) } }

    /// Writes a member with a closure, unless the value is nil.
    package mutating func member<Value>(
        _ key: String, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let value else { return }
        self.key(key)
        write(&self, value)
    }

    /// Writes a member with a closure.
    package mutating func member(_ key: String, _ write: (inout JSONWriter) -> Void) {
        self.key(key)
        write(&self)
    }

    /// Writes a member with a closure, or null if the value is nil.
    package mutating func member<Value>(
        _ key: String, orNull value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        self.key(key)
        if let value { write(&self, value) } else { null() }
    }

    /// Writes a list member, unless the list is empty.
    package mutating func member<Value>(
        _ key: String, list values: [Value], _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard !values.isEmpty else { return }
        member(key, all: values, write)
    }

    /// Writes a list member, even if the list is empty.
    package mutating func member<Value>(
        _ key: String, all values: [Value], _ write: (inout JSONWriter, Value) -> Void
    ) {
        self.key(key)
        array { writer in for value in values { write(&writer, value) } }
    }
}

extension JSONWriter {
    /// Writes a value of a document with all its content.
    ///
    /// Numbers are not reformatted and repeated keys are retained; a missing value becomes null.
    package mutating func value(_ value: JSONValue) {
        switch value.kind {
        case .missing, .null: null()
        case .bool: bool(value.bool == true)
        case .string: string(value.string ?? "")
        case .number: writeNumber(value)
        case .array: array { writer in value.elements.forEach { writer.value($0) } }
        case .object: object { writer in value.members.forEach { writer.member($0) } }
        }
    }

    private mutating func member(_ member: JSONMember) {
        key(member.key)
        value(member.value)
    }

    private mutating func writeNumber(_ value: JSONValue) {
        value.numberAsWritten.map { number(asWritten: $0) } ?? null()
    }
}

extension JSONWriter {
    /// Writes a text in quotation marks.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - ending: The characters that follow it.
    mutating func write(quoted text: String, before ending: StaticString = "") {
        let bytes = text.utf8.span
        let place = bytes.placeToEscape(from: 0)
        // Most texts contain nothing to escape.
        guard place == bytes.count else { return write(bytes, escapedFrom: place, before: ending) }
        output.append(addingCapacity: bytes.count + ending.utf8CodeUnitCount + 2) { output in
            output.append(.quote)
            output.append(bytes)
            output.append(.quote)
            ending.withUTF8Buffer { output.append($0.span) }
        }
    }

    private mutating func write(
        _ bytes: Span<UInt8>, escapedFrom firstPlace: Int, before ending: StaticString
    ) {
        output.append(.quote)
        var start = 0
        var place = firstPlace
        while place < bytes.count {
            let length = bytes.separatesLines(at: place) ? 3 : 1
            if bytes[place] < 0x80 || length == 3 && escapesLineSeparators {
                write(bytes.extracting(start..<place))
                writeEscape(bytes[place], isParagraphEnd: length == 3 && bytes[place + 2] == 0xA9)
                start = place + length
            }
            place = bytes.placeToEscape(from: place + length)
        }
        write(bytes.extracting(start...))
        output.append(.quote)
        write(ascii: ending)
    }

    private mutating func write(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { output.append(contentsOf: $0) }
    }

    private mutating func writeEscape(_ byte: UInt8, isParagraphEnd: Bool) {
        switch byte {
        case .quote: write(ascii: "\\\"")
        case .backslash: write(ascii: "\\\\")
        case UInt8(ascii: "\n"): write(ascii: "\\n")
        case UInt8(ascii: "\r"): write(ascii: "\\r")
        case UInt8(ascii: "\t"): write(ascii: "\\t")
        case 0xE2: write(ascii: isParagraphEnd ? "\\u2029" : "\\u2028")
        default: writeEscaped(Unicode.Scalar(byte))
        }
    }

    private mutating func writeEscaped(_ scalar: Unicode.Scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        write(ascii: "\\u")
        output.append(contentsOf: repeatElement(.zero, count: 4 - digits.utf8.count))
        output.append(contentsOf: digits.utf8)
    }
}

/// The bytes that must be escaped, and the first byte of the line separators.
private enum EscapedBytes: SearchedBytes {
    @inline(__always)
    static func findings<Group: ByteGroup>(in group: Group) -> Group { SpecialBytes.findings(in: group) }

    @inline(__always)
    static func contain(_ byte: UInt8) -> Bool {
        byte < .space || byte == .quote || byte == .backslash || byte == 0xE2
    }
}

extension OutputSpan<UInt8> {
    fileprivate mutating func append(_ bytes: Span<UInt8>) {
        withUnsafeMutableBufferPointer { buffer, count in
            bytes.withUnsafeBufferPointer { count = buffer[count...].initialize(fromContentsOf: $0) }
        }
    }
}

extension Span<UInt8> {
    /// Returns the first position at which a character may need escaping, or the end if there is none.
    fileprivate func placeToEscape(from start: Int) -> Int {
        firstPlace(of: EscapedBytes.self, from: start)
    }

    /// Indicates whether U+2028 or U+2029 is at a position.
    fileprivate func separatesLines(at place: Int) -> Bool {
        place + 2 < count && self[place] == 0xE2 && self[place + 1] == 0x80 && self[place + 2] & 0xFE == 0xA8
    }
}
