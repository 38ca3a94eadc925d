/// What the prefixes of names stand for in a part of an XML document.
struct XMLNames {
    private var spaces = [
        "": "", "xml": "http://www.w3.org/XML/1998/namespace", "xmlns": "http://www.w3.org/2000/xmlns/",
    ]
    private static let greatestCount = 256

    /// Learns what a tag declares; false where nobody could tell what that is.
    mutating func learn(from tag: XMLScanner.Tag, in bytes: [UInt8]) -> Bool {
        for attribute in tag.attributes where Self.isDeclaration(attribute) {
            let space = String(decoding: bytes[attribute.value], as: UTF8.self)
            guard !space.contains("&"), spaces.count < Self.greatestCount else { return false }
            spaces[String(attribute.name.dropFirst("xmlns:".count))] = space
        }
        return true
    }

    static func isDeclaration(_ attribute: XMLScanner.Attribute) -> Bool {
        attribute.name == "xmlns" || attribute.name.hasPrefix("xmlns:")
    }

    /// An element's name with its namespace in front, as RDF joins them; nil where nobody declared its prefix.
    func fullName(of tag: XMLScanner.Tag) -> String? { fullName(tag.name) }

    /// An attribute's. Without a prefix it is in no namespace.
    func fullName(of attribute: XMLScanner.Attribute) -> String? {
        attribute.name.contains(":") ? fullName(attribute.name) : attribute.name
    }

    private func fullName(_ name: String) -> String? {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let prefix = parts.count == 2 ? parts[0] : ""
        return spaces[String(prefix)].map { $0 + (parts.last ?? "") }
    }
}
