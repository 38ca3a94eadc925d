/// Changes single values of a document and keeps every other byte of it.
///
/// A new member is written the way its siblings are: on a line of its own or not, as far indented, with
/// the same space around the colon.
package struct JSONEditor: Sendable {
    package private(set) var bytes: [UInt8]
    private var document: JSONDocument
    private let limits: JSONLimits

    /// - Throws: ``JSONEditError/brokenDocument(_:)`` if the document has any fault.
    package init(_ bytes: [UInt8], limits: JSONLimits = .default) throws(JSONEditError) {
        self.bytes = bytes
        self.limits = limits
        document = try Self.read(bytes, limits)
    }

    package var root: JSONValue { document.root }

    /// Puts JSON text in a value's place; adds the keys at the end of the path that do not exist yet.
    package mutating func set(_ pointer: JSONPointer, to text: String) throws(JSONEditError) {
        try Self.checkText(text, limits)
        try checkKeys(on: pointer)
        let value = root[pointer]
        if value.exists {
            try splice(value.byteRange, with: Array(text.utf8))
        } else {
            try insert(pointer, text)
        }
    }

    /// Removes a member or an element together with its comma.
    package mutating func remove(_ pointer: JSONPointer) throws(JSONEditError) {
        try checkKeys(on: pointer)
        guard let parent = pointer.parent, root[pointer].exists else { throw .noSuchPlace(pointer) }
        let container = root[parent]
        let items = Items(of: container)
        let target = root[pointer].byteRange
        guard let place = items.values.firstIndex(of: target) else { throw .noSuchPlace(pointer) }
        try splice(items.rangeToRemove(place, in: container.byteRange), with: [])
    }
}

// MARK: - Adding

extension JSONEditor {
    /// Adds the first key of the path that is missing, as an empty object unless it is the last.
    private mutating func insert(_ pointer: JSONPointer, _ text: String) throws(JSONEditError) {
        var edited = self
        for length in 1...pointer.tokens.count {
            let path = JSONPointer(tokens: Array(pointer.tokens.prefix(length)))
            if edited.root[path].exists { continue }
            let isLast = length == pointer.tokens.count
            try edited.insertMember(pointer.tokens[length - 1], path, isLast ? text : "{}")
        }
        self = edited
    }

    private mutating func insertMember(
        _ key: String, _ path: JSONPointer, _ text: String
    ) throws(JSONEditError) {
        guard let parent = path.parent, root[parent].kind == .object else { throw .noSuchPlace(path) }
        let object = root[parent]
        let quoted = JSONWriter.bytes { $0.string(key) }
        if let last = Array(object.members).last {
            try append(quoted, Array(text.utf8), after: last, in: object)
        } else {
            try fill(object, quoted + [.colon, .space] + Array(text.utf8))
        }
    }

    private mutating func append(
        _ key: [UInt8], _ text: [UInt8], after last: JSONMember, in object: JSONValue
    ) throws(JSONEditError) {
        let gap = bytes[spaceBefore(last.keyRange.lowerBound)]
        let colon = bytes[last.keyRange.upperBound..<last.value.byteRange.lowerBound]
        let end = last.value.byteRange.upperBound
        try splice(end..<end, with: [.comma] + gap + key + colon + text)
    }

    /// Puts the first member into an empty object, on a line of its own if the document has lines.
    private mutating func fill(_ object: JSONValue, _ member: [UInt8]) throws(JSONEditError) {
        let inside = object.byteRange.lowerBound + 1..<object.byteRange.upperBound - 1
        guard let lineBreak = JSONIndentation(of: root, in: bytes) else {
            return try splice(inside, with: member)
        }
        let outer = lineBreak.line(around: object.byteRange.lowerBound, in: bytes)
        try splice(inside, with: outer + lineBreak.unit + member + outer)
    }
}

// MARK: - Places

extension JSONEditor {
    /// The white space that ends at an offset.
    private func spaceBefore(_ offset: Int) -> Range<Int> {
        var start = offset
        while start > 0, bytes[start - 1].isWhitespace { start -= 1 }
        return start..<offset
    }

    private func checkKeys(on pointer: JSONPointer) throws(JSONEditError) {
        var value = root
        for (depth, token) in pointer.tokens.enumerated() {
            if value.duplicateKeys.contains(where: { $0.key.utf8.elementsEqual(token.utf8) }) {
                throw .repeatedKey(JSONPointer(tokens: Array(pointer.tokens.prefix(depth + 1))))
            }
            value = value[JSONPointer(tokens: [token])]
        }
    }

    private mutating func splice(_ range: Range<Int>, with text: [UInt8]) throws(JSONEditError) {
        var edited = bytes
        edited.replaceSubrange(range, with: text)
        document = try Self.read(edited, limits)
        bytes = edited
    }

    private static func read(_ bytes: [UInt8], _ limits: JSONLimits) throws(JSONEditError) -> JSONDocument {
        do throws(JSONError) {
            let document = try JSONDocument(bytes, mode: .tolerant, limits: limits)
            if let fault = document.fault { throw fault }
            return document
        } catch {
            throw .brokenDocument(error)
        }
    }

    private static func checkText(_ text: String, _ limits: JSONLimits) throws(JSONEditError) {
        do throws(JSONError) {
            _ = try JSONDocument(Array(text.utf8), mode: .strict, limits: limits)
        } catch {
            throw .brokenText(error)
        }
    }
}

/// The items of an array or object as byte ranges; an item of an object starts with its key.
private struct Items {
    let values: [Range<Int>]
    private let starts: [Int]

    init(of container: JSONValue) {
        if container.kind == .object {
            values = container.members.map(\.value.byteRange)
            starts = container.members.map(\.keyRange.lowerBound)
        } else {
            values = container.elements.map(\.byteRange)
            starts = values.map(\.lowerBound)
        }
    }

    /// What goes with an item: the gap to the next one, or from the one before if it is the last.
    func rangeToRemove(_ place: Int, in container: Range<Int>) -> Range<Int> {
        if place + 1 < starts.count { return starts[place]..<starts[place + 1] }
        if place > 0 { return values[place - 1].upperBound..<values[place].upperBound }
        return container.lowerBound + 1..<container.upperBound - 1
    }
}

/// Why an edit was refused; the document stays as it was.
package enum JSONEditError: Error, Hashable, Sendable {
    /// The document is not whole, so nothing in it is changed.
    case brokenDocument(JSONError)
    /// The text to put in is not one JSON value.
    case brokenText(JSONError)
    /// There is nothing at this path, nor a place to put it.
    case noSuchPlace(JSONPointer)
    /// A key on this path stands twice in its object, so it is unclear which is meant.
    case repeatedKey(JSONPointer)
}

extension JSONEditError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .brokenDocument(let fault): "The file is left as it is until this is mended: \(fault)"
        case .brokenText(let fault): "The new text is not a JSON value: \(fault)"
        case .noSuchPlace(let pointer): "There is no “\(pointer)” in the file."
        case .repeatedKey(let pointer): "“\(pointer)” stands twice in the file; remove one of them first."
        }
    }
}

/// How a document breaks and indents its lines.
struct JSONIndentation {
    /// A level's worth of space.
    let unit: [UInt8]
    private let lineBreak: [UInt8]

    /// Nil if the document is written on one line.
    init?(of root: JSONValue, in bytes: [UInt8]) {
        let inside = bytes[root.byteRange].dropFirst().prefix { $0.isWhitespace }
        guard let end = inside.lastIndex(of: .lineFeed) else { return nil }
        let isFilled = inside.endIndex < root.byteRange.upperBound - 1
        let indent = Array(inside[(end + 1)...])
        unit = isFilled && !indent.isEmpty ? indent : [.space, .space]
        lineBreak =
            end > inside.startIndex && inside[end - 1] == .carriageReturn
            ? [.carriageReturn, .lineFeed] : [.lineFeed]
    }

    /// A line break and the indentation of the line an offset is on.
    func line(around offset: Int, in bytes: [UInt8]) -> [UInt8] {
        let start = bytes[..<offset].lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
        return lineBreak + bytes[start...].prefix { $0 == .space || $0 == .tab }
    }
}
