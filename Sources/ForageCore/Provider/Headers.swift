/// The header fields of an answer, in order; names are compared without regard to case.
public struct Headers: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// Every field as it came.
    public private(set) var fields: [Field] = []

    /// One line of a header.
    public struct Field: Hashable, Sendable {
        /// The name as the server spelt it.
        public let name: String
        /// The value without white space around it.
        public let value: String
    }

    /// No fields.
    public init() {}

    /// Writes fields in source code.
    public init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { append(name, value) }
    }

    /// Adds a field behind the others.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: String(value.trimmingWhitespace())))
    }

    /// The value of a field; several lines of one name are joined by commas, as HTTP says.
    public subscript(name: String) -> String? {
        let values = fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
