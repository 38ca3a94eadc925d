/// The root element of an XML document: its name and its attributes, entities replaced.
package struct XMLRoot: Hashable, Sendable {
    /// The name behind the prefix.
    package let localName: String
    /// The prefix as written.
    package let prefix: String?
    /// What the prefix stands for; nil also where nobody says.
    package let namespace: String?
    /// The attributes that have no prefix, in order; no name is there twice.
    package let attributes: [Attribute]

    /// One attribute.
    package struct Attribute: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    /// The value of an attribute that has no prefix.
    package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}
