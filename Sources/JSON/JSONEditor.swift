/// Changes single values of a document, and leaves all other bytes unchanged.
///
/// A new member has the same layout as its siblings: line breaks, indentation and space around the colon.
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

    /// Replaces a value with JSON text. Missing keys at the end of the path are added.
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

    /// Removes a member or an element with its comma.
    package mutating func remove(_ pointer: JSONPointer) throws(JSONEditError) {
        try checkKeys(on: pointer)
        guard let parent = pointer.parent, root[pointer].exists else { throw .missingPlace(pointer) }
        let container = root[parent]
        let items = Items(of: container)
        let target = root[pointer].byteRange
        guard let place = items.values.firstIndex(of: target) else { throw .missingPlace(pointer) }
        try splice(items.rangeToRemove(place, in: container.byteRange), with: [])
    }
}

// MARK: - Adding

extension JSONEditor {
    /// Adds the first missing key of the path, with an empty object as its value unless it is the last key.
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
        guard let parent = path.parent, root[parent].kind == .object else { throw .missingPlace(path) }
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

    /// Adds the first member to an empty object, on a separate line if the document has line breaks.
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
    /// Returns the range of the white space before an offset.
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

/// The byte ranges of the items of an array or object. An item of an object starts with its key.
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

    /// Returns the range to remove with an item. It includes the gap to the next item, or to the previous one for the
    /// last item.
    func rangeToRemove(_ place: Int, in container: Range<Int>) -> Range<Int> {
        if place + 1 < starts.count { return starts[place]..<starts[place + 1] }
        if place > 0 { return values[place - 1].upperBound..<values[place].upperBound }
        return container.lowerBound + 1..<container.upperBound - 1
    }
}

/// The reason why an edit was refused; the document is then unchanged.
package enum JSONEditError: Error, Hashable, Sendable {
    /// The document is invalid, so it cannot be edited.
    case brokenDocument(JSONError)
    /// The new text is not a single JSON value.
    case brokenText(JSONError)
    /// The path leads to no value and to no place for a new one.
    case missingPlace(JSONPointer)
    /// A key on the path occurs twice in its object, so the path is ambiguous.
    case repeatedKey(JSONPointer)
}

extension JSONEditError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .brokenDocument(let fault): "The file was not changed. Fix this first: \(fault)"
        case .brokenText(let fault): "The new text is not a JSON value: \(fault)"
        case .missingPlace(let pointer): "The file does not contain “\(pointer)”."
        case .repeatedKey(let pointer): "The file contains “\(pointer)” twice; remove one of them first."
        }
    }
}

/// The style of line breaks and indentation in a document.
struct JSONIndentation {
    /// The white space for one level of indentation.
    let unit: [UInt8]
    private let lineBreak: [UInt8]

    /// Returns nil if the document is on a single line.
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

    /// Returns a line break and the indentation of the line that contains an offset.
    func line(around offset: Int, in bytes: [UInt8]) -> [UInt8] {
        let start = bytes[..<offset].lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
        return lineBreak + bytes[start...].prefix { $0 == .space || $0 == .tab }
    }
}
