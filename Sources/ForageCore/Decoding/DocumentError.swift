package import JSON

/// An error in a document of a program or of Forage's own, by the value that it is about.
package struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, without the place.
    package let reason: String
    /// The place of the value among the document's bytes.
    package let offset: Int
    private let pointer: String?

    package init(_ value: JSONValue, _ reason: String) {
        self.reason = reason
        offset = value.byteRange.lowerBound
        pointer = value.pointer.description
    }

    /// States what is wrong with a document that has no values.
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
    /// The text as a message may have it: on one line, and not for long, whoever wrote it.
    package var asReason: String { isVisible ? String(onOneLine.prefix(200)) : "it gave no reason" }
}

extension JSONValue {
    /// Refuses members that the protocol does not know: they are slips of the pen that would go unnoticed.
    package func checkMembers(_ names: [String]) throws(DocumentError) {
        let isLine = pointer.tokens.isEmpty
        if isMissing || isNull && !isLine { throw DocumentError(self, "is missing") }
        guard kind == .object else { throw DocumentError(self, "should be an object") }
        for member in members where !names.contains(member.key) {
            let advice = nearestName(to: member.key, among: names).map { "; did you mean “\($0)”?" } ?? ""
            throw DocumentError(member.value, "is not known\(advice)")
        }
    }

    /// A value that may be left out or null, but not be of another type.
    package func optional<Value>(
        _ what: String, _ read: (JSONValue) throws(DocumentError) -> Value?
    ) throws(DocumentError) -> Value? {
        if isMissing || isNull { return nil }
        guard let value = try read(self) else { throw DocumentError(self, "should be \(what)") }
        return value
    }

    /// A value that has to be there.
    package func required<Value>(
        _ what: String, _ read: (JSONValue) throws(DocumentError) -> Value?
    ) throws(DocumentError) -> Value {
        guard let value = try optional(what, read) else { throw DocumentError(self, "is missing") }
        return value
    }

    /// Every element of a list that may be left out.
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

    /// More than any page has.
    private static let greatestListCount = 1_000

    /// A number of things, which is never below nothing.
    package var quantity: Int? { int.flatMap { $0 >= 0 ? $0 : nil } }
}
