package import JSON

/// A field that a record cannot do without is missing or of another type.
package struct MissingField: Error, Hashable, Sendable {
    /// Where it should be, with `*` for any place in a list: `/results/*/urls/regular`.
    package let path: String

    /// Names a field by where it should be.
    package init(_ field: JSONValue) {
        let steps = field.pointer.tokens.map { Int($0) == nil ? $0 : "*" }
        path = JSONPointer(tokens: steps).description
    }
}

extension JSONValue {
    /// Reads what a record cannot do without: `try photo["id"].required(\.text)`.
    ///
    /// An optional field is simply `photo["description"].text`.
    ///
    /// - Parameter fact: How the value is read; nil if it is not there or not of that type.
    /// - Returns: What was read.
    /// - Throws: ``MissingField`` with the path of this value.
    package func required<Fact>(_ fact: (JSONValue) -> Fact?) throws(MissingField) -> Fact {
        guard let fact = fact(self) else { throw MissingField(self) }
        return fact
    }

    /// Reads a text that a record cannot do without.
    ///
    /// Each record asks for some; the general form would look up what type it reads at each of them.
    package func required(_ fact: (JSONValue) -> String?) throws(MissingField) -> String {
        guard let fact = fact(self) else { throw MissingField(self) }
        return fact
    }

    /// Reads a number that a record cannot do without.
    package func required(_ fact: (JSONValue) -> Int?) throws(MissingField) -> Int {
        guard let fact = fact(self) else { throw MissingField(self) }
        return fact
    }
}
