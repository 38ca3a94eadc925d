/// The header fields of a response, in order; names are compared without regard to case.
public struct Headers: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// Every field as it was received.
    public private(set) var fields: [Field] = []

    /// One line of a header.
    public struct Field: Hashable, Sendable {
        /// The name as the server spelled it.
        public let name: String
        /// The value without surrounding white space.
        public let value: String

        /// Creates a field, without white space around its value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = String(value.trimmingWhitespace())
        }
    }

    /// Creates an empty header.
    public init() {}

    /// Creates a header from fields in order.
    public init(_ fields: [Field]) { self.fields = fields }

    /// Creates a header in source code.
    public init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { append(name, value) }
    }

    /// Adds a field after the others.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name, value))
    }

    /// The value of a field; several lines with one name are joined by commas, as HTTP defines.
    public subscript(name: String) -> String? {
        let values = lines(of: name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Returns the value of every line of a field, in order.
    public func lines(of name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value)
    }

    /// Removes every field whose lower-case name is among these.
    public mutating func removeAll(named names: Set<String>) {
        fields.removeAll { names.contains($0.name.lowercased()) }
    }

    /// Replaces all fields of a name by one.
    public mutating func set(_ name: String, to value: String) {
        fields.removeAll { $0.isNamed(name) }
        append(name, value)
    }
}

/// The links of a `Link` header: `<https://…?page=9>; rel="last", <https://…?page=2>; rel="next"`, in any order.
package struct LinkRelations {
    private let targets: [String: Substring]

    /// Reads the value of a `Link` header.
    package init(_ header: String) {
        var targets: [String: Substring] = [:]
        for link in header.split(separator: "<") {
            let parts = link.split(separator: ">", maxSplits: 1)
            guard parts.count == 2 else { continue }
            for name in Self.relations(in: parts[1]) where targets[name] == nil { targets[name] = parts[0] }
        }
        self.targets = targets
    }

    /// The address with this relation, as written.
    package subscript(relation: String) -> Substring? { targets[relation] }

    private static func relations(in parameters: Substring) -> [String] {
        let values = parameters.split { $0 == ";" || $0 == "," }.map { $0.trimmingWhitespace() }
        guard let value = values.first(where: { $0.lowercased().hasPrefix("rel=") }) else { return [] }
        return value.dropFirst("rel=".count).split { $0 == "\"" || $0 == " " }.map { $0.lowercased() }
    }
}

extension Headers.Field {
    fileprivate func isNamed(_ other: String) -> Bool {
        name.utf8.count == other.utf8.count
            && name.utf8.elementsEqual(other.utf8) { $0.inLowerCase == $1.inLowerCase }
    }
}
