package import JSON

/// What is wrong with a document of a program's or of our own, and where in it.
package struct DocumentFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ value: JSONValue, _ reason: String) {
        let place = value.pointer.description
        description = place.isEmpty ? "the line \(reason)" : "\(place.asReason) \(reason)"
    }

    package init(_ description: String) { self.description = description }
}

extension String {
    /// The text as a message may have it: on one line, and not for long, whoever wrote it.
    package var asReason: String { isVisible ? String(onOneLine.prefix(200)) : "it gave no reason" }
}

extension JSONValue {
    /// Refuses members that the protocol does not know: they are slips of the pen that would go unnoticed.
    package func checkMembers(_ names: [String]) throws(DocumentFault) {
        let isLine = pointer.tokens.isEmpty
        if isMissing || isNull && !isLine { throw DocumentFault(self, "is missing") }
        guard kind == .object else { throw DocumentFault(self, "should be an object") }
        for member in members where !names.contains(member.key) {
            let advice = nearestName(to: member.key, among: names).map { "; did you mean “\($0)”?" } ?? ""
            throw DocumentFault(member.value, "is not known\(advice)")
        }
    }

    /// A value that may be left out or null, but not be of another type.
    package func optional<Value>(
        _ what: String, _ read: (JSONValue) throws(DocumentFault) -> Value?
    ) throws(DocumentFault) -> Value? {
        if isMissing || isNull { return nil }
        guard let value = try read(self) else { throw DocumentFault(self, "should be \(what)") }
        return value
    }

    /// A value that has to be there.
    package func required<Value>(
        _ what: String, _ read: (JSONValue) throws(DocumentFault) -> Value?
    ) throws(DocumentFault) -> Value {
        guard let value = try optional(what, read) else { throw DocumentFault(self, "is missing") }
        return value
    }

    /// Every element of a list that may be left out.
    package func list<Element>(
        _ read: (JSONValue) throws(DocumentFault) -> Element
    ) throws(DocumentFault) -> [Element] {
        guard let elements = try optional("a list", { $0.kind == .array ? $0.elements : nil }) else {
            return []
        }
        var list: [Element] = []
        for element in elements {
            guard list.count < Self.greatestListCount else {
                throw DocumentFault(self, "has more than \(Self.greatestListCount) elements")
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
