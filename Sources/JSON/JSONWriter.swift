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
/// Containers close themselves; a value without its key, a key without its value, and anything but
/// one value at the root are mistakes of the caller and stop the program.
package struct JSONWriter: Sendable {
    package enum Layout: Sendable {
        case compact
        /// Two spaces an indent, a line a value.
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

    /// The bytes of the one value that `body` writes.
    ///
    /// U+2028 and U+2029 can be escaped, which JavaScript of old needs.
    package static func bytes<Failure: Error>(
        _ layout: Layout = .compact, escapesLineSeparators: Bool = false,
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> [UInt8] {
        var writer = JSONWriter(layout: layout, escapesLineSeparators: escapesLineSeparators)
        try body(&writer)
        precondition(!writer.isFirst, "A JSON document needs a value.")
        return writer.output
    }

    /// The text of the one value that `body` writes.
    package static func text<Failure: Error>(
        _ layout: Layout = .compact, escapesLineSeparators: Bool = false,
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> String {
        String(decoding: try bytes(layout, escapesLineSeparators: escapesLineSeparators, body), as: UTF8.self)
    }

    /// The compact text of the one object whose members `body` writes.
    package static func objectText(_ body: (inout JSONWriter) -> Void) -> String {
        text { $0.object(body) }
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

    /// A member that is an object.
    package mutating func object(_ key: String, _ body: (inout JSONWriter) -> Void) {
        self.key(key)
        object(body)
    }

    /// A member that is an array.
    package mutating func array(_ key: String, _ body: (inout JSONWriter) -> Void) {
        self.key(key)
        array(body)
    }

    /// The key of the value that is written next.
    package mutating func key(_ key: String) {
        precondition(scope == .object, "A key stands only in an object, and its value comes before the next.")
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

    /// Makes room for a value; gives the scope that follows it.
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
        breakLine(behind: isFirst ? nil : .comma)
        isFirst = false
    }

    private mutating func breakLine(behind byte: UInt8? = nil) {
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

    /// Writes the shortest text that reads back as the same number; null for infinities and NaN,
    /// which JSON cannot say.
    package mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        scalar { $0.output.append(contentsOf: value.description.utf8) }
    }

    /// Writes a number in the characters it has.
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
    /// A member of the object that is being written; what is not there is not written.
    package mutating func member(_ key: String, _ text: String?) { member(key, text) { $0.string($1) } }

    /// A member that is true or false; what is not there is not written.
    package mutating func member(_ key: String, _ flag: Bool?) { member(key, flag) { $0.bool($1) } }

    /// A member that is a whole number; what is not there is not written.
    package mutating func member(_ key: String, _ number: Int?) { member(key, number) { $0.number($1) } }

    /// A member that is a number; what is not there is not written.
    package mutating func member(_ key: String, _ number: Double?) { member(key, number) { $0.number($1) } }

    /// A member that somebody else writes; what is not there is not written.
    package mutating func member<Value>(
        _ key: String, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let value else { return }
        self.key(key)
        write(&self, value)
    }

    /// A member that somebody else writes.
    package mutating func member(_ key: String, _ write: (inout JSONWriter) -> Void) {
        self.key(key)
        write(&self)
    }

    /// A member that somebody else writes; null where it is not there.
    package mutating func member<Value>(
        _ key: String, orNull value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        self.key(key)
        if let value { write(&self, value) } else { null() }
    }

    /// A member that is a list; one without elements is not written.
    package mutating func member<Value>(
        _ key: String, list values: [Value], _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard !values.isEmpty else { return }
        member(key, all: values, write)
    }

    /// A member that is a list, even without elements.
    package mutating func member<Value>(
        _ key: String, all values: [Value], _ write: (inout JSONWriter, Value) -> Void
    ) {
        self.key(key)
        array { writer in for value in values { write(&writer, value) } }
    }
}

extension JSONWriter {
    /// Writes a value of a document with all inside it.
    ///
    /// Numbers stay as written and keys repeated; a missing value becomes null.
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
    /// Writes a text between quotation marks.
    ///
    /// - Parameters:
    ///   - text: What is quoted.
    ///   - ending: What stands behind it.
    mutating func write(quoted text: String, before ending: StaticString = "") {
        let bytes = text.utf8.span
        let place = bytes.placeToEscape(from: 0)
        // Nearly all texts are written as they stand.
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

/// What must be escaped, and the byte that the line separators begin with.
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
    /// The first place from here on where something may have to be escaped; the end if there is none.
    fileprivate func placeToEscape(from start: Int) -> Int {
        firstPlace(of: EscapedBytes.self, from: start)
    }

    /// Whether U+2028 or U+2029 stands here.
    fileprivate func separatesLines(at place: Int) -> Bool {
        place + 2 < count && self[place] == 0xE2 && self[place + 1] == 0x80 && self[place + 2] & 0xFE == 0xA8
    }
}
