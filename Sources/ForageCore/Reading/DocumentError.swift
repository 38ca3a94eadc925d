package import JSON

/// An error in a value of a document that a program or Forage wrote.
package struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the error, without the place.
    package let reason: String
    /// The byte offset of the value in the document.
    package let offset: Int
    private let pointer: String?

    package init(_ value: JSONValue, _ reason: String) {
        self.reason = reason
        offset = value.byteRange.lowerBound
        pointer = value.pointer.description
    }

    /// Creates an error for a document without values.
    package init(_ reason: String) {
        self.reason = reason
        offset = 0
        pointer = nil
    }

    package var description: String {
        guard let pointer else { return reason }
        return pointer.isEmpty ? "the line \(reason)" : "\(pointer.asReason) \(reason)"
    }
}

extension String {
    /// The text for a message: on one line and shortened, since its author is unknown.
    package var asReason: String { isVisible ? String(onOneLine.prefix(200)) : "it gave no reason" }
}

extension JSONValue {
    /// Rejects members that are unknown to the protocol, since misspelt ones would otherwise go unnoticed.
    package func checkMembers(_ names: [String]) throws(DocumentError) {
        let isLine = pointer.tokens.isEmpty
        if isMissing || isNull && !isLine { throw DocumentError(self, "is missing") }
        guard kind == .object else { throw DocumentError(self, "should be an object") }
        for member in members where !names.contains(member.key) {
            let advice = nearestName(to: member.key, among: names).map { "; did you mean “\($0)”?" } ?? ""
            throw DocumentError(member.value, "is not known\(advice)")
        }
    }

    /// Reads a value that may be missing or null, but not of another type.
    package func optional<Value>(
        _ what: String, _ read: (JSONValue) throws(DocumentError) -> Value?
    ) throws(DocumentError) -> Value? {
        if isMissing || isNull { return nil }
        guard let value = try read(self) else { throw DocumentError(self, "should be \(what)") }
        return value
    }

    /// Reads a required value.
    package func required<Value>(
        _ what: String, _ read: (JSONValue) throws(DocumentError) -> Value?
    ) throws(DocumentError) -> Value {
        guard let value = try optional(what, read) else { throw DocumentError(self, "is missing") }
        return value
    }

    /// Reads every element of an optional list.
    package func list<Element>(
        _ read: (JSONValue) throws(DocumentError) -> Element
    ) throws(DocumentError) -> [Element] {
        guard let elements = try optional("a list", { $0.kind == .array ? $0.elements : nil }) else {
            return []
        }
        var list: [Element] = []
        for element in elements {
            guard list.count < Self.greatestListCount else {
                throw DocumentError(self, "has more than \(Self.greatestListCount) elements")
            }
            list.append(try read(element))
        }
        return list
    }

    /// The maximum number of elements, more than any page contains.
    private static let greatestListCount = 1_000

    /// A non-negative number.
    package var quantity: Int? { int.flatMap { $0 >= 0 ? $0 : nil } }
}
