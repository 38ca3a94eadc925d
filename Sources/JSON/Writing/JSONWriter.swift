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
