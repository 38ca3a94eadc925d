internal import ForageCore
internal import JSON

/// What is wrong with a program's line, and where in it.
struct WireFault: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ value: JSONValue, _ reason: String) {
        let place = value.pointer.description
        description = place.isEmpty ? "the line \(reason)" : "\(place.asReason) \(reason)"
    }

    init(_ fault: JSONFault, in line: [UInt8]) {
        description = "\(Array(line.prefix(200)).quoted) is not JSON: \(fault)"
    }
}

extension String {
    /// The text as a message may have it: on one line, and not for long, whoever wrote it.
    var asReason: String { isVisible ? String(onOneLine.prefix(200)) : "it gave no reason" }
}

extension JSONValue {
    /// Refuses members that the protocol does not know: they are slips of the pen that would go unnoticed.
    func checkMembers(_ names: [String]) throws(WireFault) {
        let isLine = pointer.tokens.isEmpty
        if isMissing || isNull && !isLine { throw WireFault(self, "is missing") }
        guard kind == .object else { throw WireFault(self, "should be an object") }
        for member in members where !names.contains(member.key) {
            let advice = nearestName(to: member.key, among: names).map { "; did you mean “\($0)”?" } ?? ""
            throw WireFault(member.value, "is not known\(advice)")
        }
    }

    /// A value that may be left out or null, but not be of another type.
    func optional<Value>(
        _ what: String, _ read: (JSONValue) throws(WireFault) -> Value?
    ) throws(WireFault) -> Value? {
        if isMissing || isNull { return nil }
        guard let value = try read(self) else { throw WireFault(self, "should be \(what)") }
        return value
    }

    func required<Value>(
        _ what: String, _ read: (JSONValue) throws(WireFault) -> Value?
    ) throws(WireFault) -> Value {
        guard let value = try optional(what, read) else { throw WireFault(self, "is missing") }
        return value
    }

    /// Every element of a list that may be left out.
    func list<Element>(
        _ read: (JSONValue) throws(WireFault) -> Element
    ) throws(WireFault) -> [Element] {
        guard let elements = try optional("a list", { $0.kind == .array ? $0.elements : nil }) else {
            return []
        }
        var list: [Element] = []
        for element in elements {
            guard list.count < Self.greatestListCount else {
                throw WireFault(self, "has more than \(Self.greatestListCount) elements")
            }
            list.append(try read(element))
        }
        return list
    }

    /// More than any page has.
    private static let greatestListCount = 1_000

    /// A number of things, which is never below nothing.
    var quantity: Int? { int.flatMap { $0 >= 0 ? $0 : nil } }
}
